import { Link } from 'react-router'
import { useProgress } from '../../shared/api/progress.ts'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { useCountUp } from '../../shared/ui/use-count-up.ts'
import styles from './session-panel.module.css'
import { sums, type Tally } from './tally.ts'

/** What this run has brought so far, and the streak it keeps alive. */
export function SessionPanel({ tally }: { tally: Tally }) {
  const { practice } = useMessages()
  const format = useFormat()
  const session = useSession()
  const { data: progress } = useProgress()
  const ask = useSignInPrompt((state) => state.ask)
  const total = sums(tally)
  const points = useCountUp(total.points)
  const streak = progress?.currentStreak ?? 0
  const shownStreak = useCountUp(streak)
  return (
    <aside aria-labelledby="session" className={styles.panel}>
      <h2 id="session" className={styles.title}>
        {practice.session}
      </h2>
      <dl data-numeric className={styles.figures}>
        <div>
          <dt>{practice.answered}</dt>
          <dd>{format.number(total.answered)}</dd>
        </div>
        <div>
          <dt>{practice.rightCount}</dt>
          <dd>{format.number(total.right)}</dd>
        </div>
        {session && (
          <div>
            <dt>{practice.pointsCount}</dt>
            <dd className={styles.lit}>{format.signed(points)}</dd>
          </div>
        )}
        <div>
          <dt>{practice.time}</dt>
          <dd>{format.stopwatch(total.timeSpent)}</dd>
        </div>
      </dl>
      {session ? (
        <p className={styles.streak}>
          <span data-numeric className={styles.days}>
            {format.number(shownStreak)}
          </span>{' '}
          <span>{practice.streakNote(streak)}</span>
        </p>
      ) : (
        <div className={styles.visitor}>
          <p>{practice.visitorNote}</p>
          <Button onClick={() => ask()}>{practice.visitorAction}</Button>
        </div>
      )}
      <Link to="/practice" className={styles.ways}>
        {practice.otherModes}
      </Link>
    </aside>
  )
}
