import { useEffect, useEffectEvent, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import styles from './interview.module.css'
import { type Given, type Interview, nothingGiven, timeLeft } from './interview.ts'
import { InterviewPart } from './interview-part.tsx'
import { useInterviewMessages } from './messages.en.ts'

/** Minutes before the end at which it is said. */
const warnings = [5, 1]

/** An interview under way: one part after the other, against the clock. */
export function InterviewRun({
  interview,
  onChange,
  onEnd,
}: {
  interview: Interview
  onChange: (update: (before: Interview) => Interview) => void
  onEnd: () => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const seconds = useTimeLeft(interview, onEnd)
  const { parts, given, position, setup } = interview
  const part = parts[position]
  if (!part) return null
  const give = (change: Partial<Given>) =>
    onChange((before) => ({
      ...before,
      given: before.given.map((one, at) => (at === position ? { ...one, ...change } : one)),
    }))
  const isLast = position === parts.length - 1
  const place = messages.stepOf(format.number(position + 1), format.number(parts.length))
  const minutes = warnings.find((minute) => seconds <= minute * 60 && seconds > minute * 60 - 15)
  return (
    <div className={styles.run}>
      <PageTitle>{messages.title}</PageTitle>
      <div className={styles.bar}>
        <span data-numeric>{place}</span>
        <span role="timer" aria-label={messages.timeLeft} data-numeric className={styles.clock}>
          {format.stopwatch(seconds)}
        </span>
        <Button size="small" variant="ghost" onClick={onEnd}>
          {messages.end}
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {minutes !== undefined && messages.minutesLeft(minutes)}
      </p>
      <Meter label={place} value={position + 1} max={parts.length} />
      <InterviewPart
        key={part.id}
        part={part}
        followUp={messages.followUps[position % messages.followUps.length] ?? ''}
        given={given[position] ?? nothingGiven}
        setup={setup}
        onGive={give}
      />
      <div className={styles.foot}>
        <Button
          variant="primary"
          onClick={() => (isLast ? onEnd() : onChange((before) => ({ ...before, position: position + 1 })))}
        >
          {isLast ? messages.finish : messages.next}
        </Button>
      </div>
    </div>
  )
}

/** Whole seconds that are left, and a call when none is. */
function useTimeLeft(interview: Interview, onOver: () => void): number {
  const [now, setNow] = useState(Date.now)
  const tick = useEffectEvent(() => {
    const at = Date.now()
    setNow(at)
    if (timeLeft(interview, at) === 0) onOver()
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.ceil(timeLeft(interview, now) / 1_000)
}
