import { Pause, Play, Timer, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { learnerData } from '../../shared/account/account-data.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import styles from './interview-timer.module.css'
import { useWorkbenchMessages } from './workbench-messages.en.ts'

/** Minutes to choose from. */
const choices = [15, 30, 45] as const
const usual = { easy: 15, medium: 30, hard: 45 } as const
/** From when on the time left is announced. Milliseconds. */
const LAST_MINUTES = 5 * 60_000

/** Milliseconds. While it runs, when it ends; while paused, how much is left. */
type TimerState = { endsAt: number } | { left: number }

/**
 * A countdown as in an interview. It starts with one press, survives a reload and never stops the code.
 */
export function InterviewTimer({ id, difficulty }: { id: string; difficulty: keyof typeof usual }) {
  const bench = useWorkbenchMessages()
  const format = useFormat()
  const [timer, setTimer] = useState<TimerState | null>(() => storedTimer(id))
  const [minutes, setMinutes] = useState<number>(usual[difficulty])
  const [now, setNow] = useState(Date.now)
  const runs = timer !== null && 'endsAt' in timer
  useEffect(() => {
    if (!runs) return
    const tick = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(tick)
  }, [runs])

  const change = (next: TimerState | null) => {
    setNow(Date.now())
    setTimer(next)
    if (next) timerOf(id).write(next)
    else timerOf(id).remove()
  }

  if (timer === null)
    return (
      <div className={styles.timer}>
        <Button size="small" onClick={() => change({ endsAt: Date.now() + minutes * 60_000 })}>
          <Timer aria-hidden size={16} />
          {bench.startTimer}
        </Button>
        <select
          aria-label={bench.timerMinutes}
          className={styles.choice}
          value={minutes}
          onChange={(event) => setMinutes(Number(event.target.value))}
        >
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {bench.minutes(choice)}
            </option>
          ))}
        </select>
      </div>
    )

  const left = Math.max(0, 'endsAt' in timer ? timer.endsAt - now : timer.left)
  const remaining = Math.ceil(left / 60_000)
  return (
    <div className={styles.timer}>
      <span
        role="timer"
        aria-label={bench.timer}
        dir="ltr"
        data-numeric
        data-late={left <= LAST_MINUTES || undefined}
      >
        {format.stopwatch(Math.ceil(left / 1_000))}
      </span>
      {/* Announced when its text changes: once a minute at the end. */}
      <span role="status" className="visually-hidden">
        {left === 0 ? bench.timeOver : runs && left <= LAST_MINUTES ? bench.minutesLeft(remaining) : ''}
      </span>
      {left === 0 ? (
        <span className={styles.over}>{bench.timeOver}</span>
      ) : (
        <IconButton
          icon={runs ? Pause : Play}
          label={runs ? bench.pauseTimer : bench.resumeTimer}
          onClick={() => change(runs ? { left: timer.endsAt - Date.now() } : { endsAt: Date.now() + left })}
        />
      )}
      <IconButton icon={X} label={bench.removeTimer} onClick={() => change(null)} />
    </div>
  )
}

const timerOf = (id: string) => learnerData(`challenge_timer_${id}`)

function storedTimer(id: string): TimerState | null {
  const stored = timerOf(id).read()
  if (typeof stored !== 'object' || stored === null) return null
  const { endsAt, left } = stored as Record<string, unknown>
  if (typeof endsAt === 'number') return { endsAt }
  return typeof left === 'number' ? { left } : null
}
