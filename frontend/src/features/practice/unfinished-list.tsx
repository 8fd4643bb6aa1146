import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, learningPathsQuery } from '../../shared/api/catalog.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { continueAddress, unfinishedQuery } from './kept-session.ts'
import { usePracticeMessages } from './messages.en.ts'
import type { Mode, SessionSettings } from './session-settings.ts'
import styles from './unfinished.module.css'

/** The learner's unfinished sessions, from any device; nothing if there are none. */
export function UnfinishedList({ uid }: { uid: string | null }) {
  const messages = usePracticeMessages()
  const format = useFormat()
  const { data: sessions = [] } = useQuery(unfinishedQuery(uid))
  const isNeeded = sessions.length > 0
  const { data: paths = [] } = useQuery({ ...learningPathsQuery, enabled: isNeeded })
  const { data: categories = [] } = useQuery({ ...categoriesQuery, enabled: isNeeded })
  if (!isNeeded) return null
  const titles: Partial<Record<Mode, string>> = {
    guided: messages.guidedTitle,
    review: messages.reviewTitle,
    bookmarks: messages.bookmarksTitle,
    one: messages.chosenTitle,
    list: messages.listTitle,
    interview: messages.interviewTitle,
  }
  const titleOf = ({ mode, filters: { learningPath, category } }: SessionSettings) =>
    paths.find(({ id }) => id === learningPath)?.title ??
    categories.find(({ id }) => id === category)?.name ??
    titles[mode] ??
    messages.freeTitle
  return (
    <section aria-labelledby="unfinished" className={styles.section}>
      <h2 id="unfinished">{messages.unfinishedList}</h2>
      <ul className={classNames('plain-list', styles.list)}>
        {sessions.map((session) => (
          <li key={session.id} className={styles.row}>
            <div>
              <p dir="auto">{titleOf(session.settings)}</p>
              <p data-numeric className={styles.text}>
                {messages.unfinishedText(
                  format.number(session.answered),
                  format.number(session.total),
                  format.moment(session.startedAt),
                )}
              </p>
            </div>
            <ButtonLink to={continueAddress(session)} size="small">
              {messages.unfinishedContinue}
              <span className="visually-hidden"> {titleOf(session.settings)}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
