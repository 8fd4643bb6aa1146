import { Flame } from 'lucide-react'
import { useProgress } from '../../shared/api/progress.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { useCountUp } from '../../shared/ui/use-count-up.ts'
import styles from './score.module.css'

/** Streak and points, in view on every page; they count up when an answer moves them. */
export function Score() {
  const messages = useMessages()
  const format = useFormat()
  const session = useSession()
  const { data: progress } = useProgress()
  const streak = progress?.currentStreak ?? 0
  const points = progress?.achievements.totalPoints ?? 0
  const shownStreak = useCountUp(streak)
  const shownPoints = useCountUp(points)
  if (!session) return <span />
  return (
    <p className={styles.score} data-numeric>
      <span className="visually-hidden">
        {messages.account.streak(streak)}
        {messages.common.comma}
        {messages.common.points(points)}
      </span>
      <span aria-hidden className={styles.streak}>
        <Flame size={16} strokeWidth={2} />
        {format.number(shownStreak)}
        <small>{messages.common.days(streak)}</small>
      </span>
      <span aria-hidden className={styles.points}>
        {format.number(shownPoints)}
        <small>{messages.common.pointsWord(points)}</small>
      </span>
    </p>
  )
}
