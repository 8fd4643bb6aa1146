import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ownPlansQuery } from './draw-plan-day.ts'
import { usePracticeMessages } from './messages.en.ts'
import type { Mode, Round } from './round.ts'
import styles from './run.module.css'

/** What is practised where nothing can be chosen. */
export default function RoundTitle({ round }: { round: Round }) {
  const messages = usePracticeMessages()
  const format = useFormat()
  const { data: plans } = useQuery(ownPlansQuery(useSession()?.uid))
  const titles: Partial<Record<Mode, string>> = {
    review: messages.reviewTitle,
    bookmarks: messages.bookmarksTitle,
    one: messages.oneTitle,
  }
  const title = titles[round.mode]
  if (title) return <p className={styles.title}>{title}</p>
  const plan = plans?.find(({ planId }) => planId === round.planId)
  return (
    <p className={styles.title}>
      {plan
        ? messages.guidedDay(plan.name, format.number(plan.currentDay ?? 1), format.number(plan.duration))
        : messages.guidedTitle}
    </p>
  )
}
