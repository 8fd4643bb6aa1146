import { guidedPractice } from '@rehearse/contracts/progress/learner-pages'
import { useQuery } from '@tanstack/react-query'
import { searchIndexQuery } from '../../shared/api/search-index.ts'
import { useSession } from '../../shared/api/session.ts'
import { todayQuery } from '../../shared/api/study.ts'
import { MOCK_LENGTH } from '../../shared/constants.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import { Page } from '../../shared/ui/page.tsx'
import { usePracticeMessages } from './messages.en.ts'
import styles from './practice-hub.module.css'
import { bookmarkCountQuery, mistakeCountQuery, startedPlansQuery } from './select-by-mode.ts'
import { UnfinishedList } from './unfinished-list.tsx'

const kinds = [
  'javascript',
  'react',
  'user-interface',
  'system-design',
  'behavioral',
  'company-specific',
] as const

/** The practice modes, with the current plan first. */
export function PracticeHub() {
  const messages = usePracticeMessages()
  const format = useFormat()
  const uid = useSession()?.uid
  const { data: plans } = useQuery(startedPlansQuery(uid))
  const { data: mistakes } = useQuery(mistakeCountQuery(uid))
  const { data: bookmarks } = useQuery(bookmarkCountQuery(uid))
  const { data: today } = useQuery({ ...todayQuery(uid ?? ''), enabled: uid !== undefined })
  const { data: index = [] } = useQuery(searchIndexQuery)
  const due = today?.cards.due
  const plan = plans?.find(({ state }) => state === 'running')
  const left = today?.parts.find(({ why }) => why.by === 'plan' && why.planId === plan?.planId)?.count
  const day = format.number(plan?.currentDay ?? 1)
  const ways = [
    { to: '/questions', title: messages.freeTitle, text: messages.freeText, action: messages.freeAction },
    plan
      ? {
          to: guidedPractice(plan.planId),
          title: messages.guidedDay(plan.name, day, format.number(plan.duration)),
          text: messages.guidedLeft(left ?? 0),
          action: messages.guidedContinue(day),
        }
      : {
          to: '/study-plans',
          title: messages.guidedTitle,
          text: messages.guidedText,
          action: messages.guidedAction,
        },
    {
      to: '/questions?mode=review',
      title: messages.reviewTitle,
      text: mistakes ? messages.reviewCount(mistakes) : messages.reviewText,
      action: messages.reviewAction,
    },
    {
      to: '/questions?mode=bookmarks',
      title: messages.bookmarksTitle,
      text: bookmarks ? messages.bookmarksCount(bookmarks) : messages.bookmarksText,
      action: messages.bookmarksAction,
    },
    {
      to: '/flashcards',
      title: messages.cardsTitle,
      text: due ? messages.cardsCount(due) : messages.cardsText,
      action: messages.cardsAction,
    },
    {
      to: '/questions?mode=mock',
      title: messages.mockTitle,
      text: messages.mockText(MOCK_LENGTH),
      action: messages.mockAction,
    },
    {
      to: '/ai-mock-interview',
      title: messages.mockInterviewTitle,
      text: messages.mockInterviewText,
      action: messages.mockInterviewAction,
    },
    {
      to: '/questions/lists',
      title: messages.listsTitle,
      text: messages.listsText,
      action: messages.listsAction,
    },
    {
      to: '/questions/all',
      title: messages.browseTitle,
      text: messages.browseText,
      action: messages.browseAction,
    },
  ]
  // Show the companies page only once questions name companies.
  const hasCompanies = index.some(({ kind }) => kind === 'company')
  const shownKinds = kinds.filter((kind) => kind !== 'company-specific' || hasCompanies)
  const [free, guided, ...others] = ways
  const shown = plan ? [guided, free, ...others] : ways
  return (
    <Page title={messages.hubTitle} lead={messages.hubLead}>
      <UnfinishedList uid={uid ?? null} />
      <ul className={classNames('plain-list', styles.ways)}>
        {shown.map(
          (way, at) =>
            way && (
              <li key={way.to} className={styles.way}>
                <div>
                  <h2 dir="auto">{way.title}</h2>
                  <p dir="auto" className={styles.text}>
                    {way.text}
                  </p>
                </div>
                <ButtonLink to={way.to} variant={at === 0 ? 'primary' : 'plain'}>
                  {way.action}
                </ButtonLink>
              </li>
            ),
        )}
      </ul>
      <section aria-labelledby="kinds" className={styles.kinds}>
        <h2 id="kinds">{messages.kindsTitle}</h2>
        <ul className={classNames('plain-list', styles.links)}>
          {shownKinds.map((kind) => (
            <li key={kind}>
              <ButtonLink to={`/questions/${kind}`} size="small">
                {messages.kinds[kind]}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </section>
    </Page>
  )
}
