import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSession } from '../../shared/api/session.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { isStored, savedInterview, saveInterview } from '../../shared/offline/saved-interviews.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { PageTitle } from '../../shared/ui/page.tsx'
import styles from './interview.module.css'
import { secondsLeft } from './interview.rules.ts'
import { type Interview, type PartResult, resultOf } from './interview.ts'
import { InterviewPart, type RenderChallenge } from './interview-part.tsx'
import { InterviewStart } from './interview-start.tsx'
import { useInterviewMessages } from './messages.en.ts'
import { Report } from './report.tsx'
import { Review } from './review.tsx'
import { useSync } from './use-saved-interviews.ts'

type Scene = 'setup' | 'interview' | 'report'

/**
 * A mock interview from setup to report: the parts, then the comparison with model answers. One in progress survives a
 * reload, a closed tab and a lost connection, and continues on the learner's other devices.
 */
export function MockInterview({ renderChallenge }: { renderChallenge: RenderChallenge }) {
  const messages = useInterviewMessages()
  const [scene, setScene] = useState<Scene>('setup')
  const [interview, setInterview] = useState<Interview>()
  const [isDeviceOnly, setIsDeviceOnly] = useState(false)
  const session = useSession()
  const { isReplaced, choose } = useSync(scene === 'setup' ? undefined : interview, setInterview)

  useEffect(() => {
    if (scene === 'interview' && interview) saveInterview(interview, isDeviceOnly)
  }, [scene, interview, isDeviceOnly])
  const isOnlyHere = isDeviceOnly || !session
  const isUnstored = isOnlyHere && interview !== undefined && !isStored(interview.id)
  /** A late update, such as a model's response, applies to the current state of the same interview. */
  const change = (update: (before: Interview) => Interview) =>
    setInterview((before) => (before?.id === interview?.id && before ? update(before) : before))
  const changeResult = (position: number, result: Partial<PartResult>) =>
    change((before) => ({
      ...before,
      given: before.parts.map((_part, at) =>
        at === position ? { ...resultOf(before, at), ...result } : resultOf(before, at),
      ),
    }))
  const show = (next: Interview, inScene: Scene) => {
    setInterview(next)
    setIsDeviceOnly(savedInterview(next.id)?.isDeviceOnly ?? false)
    setScene(inScene)
  }
  const report = (rated: Interview) => {
    const finished = { ...rated, finishedAt: rated.finishedAt ?? now() }
    saveInterview(finished, isDeviceOnly)
    show(finished, 'report')
  }

  if (scene === 'setup' || !interview) {
    return (
      <InterviewStart
        onBegin={(next, isChosen) => {
          saveInterview(next, isChosen)
          show(next, 'interview')
          setIsDeviceOnly(isChosen)
        }}
        onContinue={(waiting) => show(waiting, 'interview')}
        onOpen={(saved) => show(saved, 'report')}
      />
    )
  }
  return (
    <>
      {isUnstored && <Alert tone="warning">{messages.notStored}</Alert>}
      {isReplaced && <ReplacedNotice onChoose={choose} />}
      {scene === 'report' ? (
        <Report
          interview={interview}
          isOnlyHere={isOnlyHere}
          onRate={() => setScene('interview')}
          onRestart={() => setScene('setup')}
        />
      ) : interview.endedAt === null ? (
        <InterviewRun
          interview={interview}
          renderChallenge={renderChallenge}
          onResult={changeResult}
          onNext={() => change((before) => ({ ...before, position: before.position + 1 }))}
          onEnd={() => change((before) => ({ ...before, endedAt: now() }))}
        />
      ) : (
        <Review interview={interview} onChange={changeResult} onDone={() => report(interview)} />
      )}
    </>
  )
}

const now = () => new Date().toISOString()

/** Shown over the newer version of another device. */
function ReplacedNotice({ onChoose }: { onChoose: (choice: 'mine' | 'newer') => void }) {
  const messages = useInterviewMessages()
  return (
    <Alert
      tone="warning"
      title={messages.replaced}
      action={
        <div className={styles.actions}>
          <Button onClick={() => onChoose('newer')}>{messages.keepNewer}</Button>
          <Button onClick={() => onChoose('mine')}>{messages.useMine}</Button>
        </div>
      }
    >
      <p>{messages.replacedText}</p>
    </Alert>
  )
}

/** Minutes before the end at which a warning shows. */
const warnings = [5, 1]

/** An interview in progress: one part after another, with a countdown that ends nothing. */
function InterviewRun({
  interview,
  renderChallenge,
  onResult,
  onNext,
  onEnd,
}: {
  interview: Interview
  renderChallenge: RenderChallenge
  onResult: (position: number, change: Partial<PartResult>) => void
  onNext: () => void
  onEnd: () => void
}) {
  const messages = useInterviewMessages()
  const format = useFormat()
  const { parts, position, setup } = interview
  const part = parts[position]
  const given = resultOf(interview, position)
  const used = useSeconds(`${interview.id} ${position}`, given.seconds, (seconds) =>
    onResult(position, { seconds }),
  )
  if (!part) return null
  const left = secondsLeft(interview) - (used - given.seconds)
  const isLast = position === parts.length - 1
  const place = messages.stepOf(format.number(position + 1), format.number(parts.length))
  const warning = warnings.find((minute) => left <= minute * 60 && left > minute * 60 - 15)
  return (
    <div className={part.kind === 'coding' ? styles.wide : styles.run}>
      <PageTitle>{messages.title}</PageTitle>
      <div className={styles.bar}>
        <span data-numeric>{place}</span>
        <span role="timer" aria-label={messages.timeLeft} data-numeric className={styles.clock}>
          {format.stopwatch(Math.max(0, left))}
        </span>
        <span data-numeric className={styles.partTime}>
          {messages.partTime(format.stopwatch(used), format.stopwatch(part.minutes * 60))}
        </span>
        <Button size="small" variant="ghost" onClick={onEnd}>
          {messages.end}
        </Button>
      </div>
      <p role="status" className={left <= 0 ? styles.quiet : 'visually-hidden'}>
        {left <= 0 ? messages.timeUp : warning !== undefined && messages.minutesLeft(warning)}
      </p>
      <Meter label={place} value={position + 1} max={parts.length} />
      <InterviewPart
        key={part.id}
        part={part}
        given={given}
        setup={setup}
        nextLabel={isLast ? messages.toReview : messages.next}
        renderChallenge={renderChallenge}
        onChange={(result) => onResult(position, result)}
        onNext={isLast ? onEnd : onNext}
      />
    </div>
  )
}

/** How often the used time is stored. Seconds. */
const STORE_EVERY = 5
/** A longer gap between two ticks means that the device slept. Milliseconds; hidden tabs tick once a minute. */
const AWAY = 90_000

/** Seconds on the screen, counted from those stored so far; `store` gets them every few seconds. */
function useSeconds(part: string, stored: number, store: (seconds: number) => void): number {
  const clock = useRef({ part, seconds: stored, at: 0 })
  const [counted, setCounted] = useState({ part, seconds: stored })
  const tick = useEffectEvent(() => {
    const at = Date.now()
    const { current } = clock
    const gap = at - current.at
    const isCounted = current.part === part && gap < AWAY
    const before = current.part === part ? current.seconds : stored
    clock.current = { part, seconds: isCounted ? before + gap / 1_000 : before, at }
    const seconds = Math.floor(clock.current.seconds)
    setCounted({ part, seconds })
    if (seconds - stored >= STORE_EVERY) store(seconds)
  })
  useEffect(() => {
    clock.current.at = Date.now()
    const timer = setInterval(() => tick(), 1_000)
    return () => clearInterval(timer)
  }, [])
  return counted.part === part ? Math.max(counted.seconds, stored) : stored
}
