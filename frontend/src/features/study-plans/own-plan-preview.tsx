import type { LearningPath } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { minutesOf, type OwnPlanDraft, targetsOf } from './own-plan-draft.ts'
import { useStudyPlanMessages } from './study-plan-messages.ts'
import styles from './study-plans.module.css'

/** What will be asked for, as the choices stand. */
export function OwnPlanPreview({ draft, paths }: { draft: OwnPlanDraft; paths: readonly LearningPath[] }) {
  const { common } = useMessages()
  const messages = useStudyPlanMessages()
  const format = useFormat()
  const total = draft.duration * draft.dailyQuestions
  const titles = new Map(paths.map(({ id, title }) => [id, title]))
  const parts = [...draft.categories, ...draft.paths.map((id) => titles.get(id) ?? id)]
  return (
    <section aria-labelledby="preview" className={styles.preview}>
      <h2 id="preview">{messages.preview}</h2>
      <p aria-live="polite" data-numeric className={styles.quiet}>
        {messages.previewLine(common.questions(total), messages.days(draft.duration))}{' '}
        {messages.minutesADay(minutesOf(draft))}
      </p>
      <ol className={`plain-list ${styles.list}`}>
        {targetsOf(draft).map(({ day, target }) => (
          <li key={day} className={styles.day}>
            <p className={styles.dayName}>{messages.day(format.number(day))}</p>
            <p className={styles.quiet}>{common.questions(target)}</p>
          </li>
        ))}
      </ol>
      <h3>{messages.sectionsTitle}</h3>
      {parts.length === 0 && <p className={styles.quiet}>{messages.allFields}</p>}
      <ul className={styles.plain}>
        {parts.map((part) => (
          <li key={part}>
            <bdi>{part}</bdi>{' '}
            <span data-numeric className={styles.quiet}>
              {messages.about(common.questions(Math.round(total / parts.length)))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
