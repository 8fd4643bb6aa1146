import { SITTING_GAP } from '../../shared/constants.ts'
import { newId } from '../../shared/new-id.ts'
import type { KeptSession } from '../../shared/offline/offline-database.ts'
import type { Round } from './round.ts'

type Sitting = Omit<KeptSession, 'told'>

/** The sitting that goes on in this tab, and how it is let go of. */
let current: { sitting: Sitting; round: Round; release: () => void } | undefined

/**
 * A learner sits down to practise. It becomes a learning session with the first answer, since merely looking at a question
 * is none.
 *
 * @returns ends it; its end is that of its last answer
 */
export function beginSitting(userId: string, round: Round): () => void {
  const sitting = newSitting(userId, round)
  current?.release()
  current = { sitting, round, release: hold(sitting.sessionId) }
  window.addEventListener('pagehide', tellOfEnd)
  return () => {
    window.removeEventListener('pagehide', tellOfEnd)
    const ended = current?.sitting
    current?.release()
    current = undefined
    if (ended && isAnswered(ended)) void tellOf(userId)
  }
}

/**
 * Takes an answer into the sitting; after half an hour without one another has begun.
 * @returns its id; undefined where nobody sits down, as in a test of the pieces
 */
export async function noteAnswer(userId: string, answeredAt: string): Promise<string | undefined> {
  if (current?.sitting.userId !== userId) return undefined
  const { sitting, round } = current
  if (isAnswered(sitting) && Date.parse(answeredAt) - Date.parse(sitting.endTime) > SITTING_GAP) {
    current.release()
    const next = newSitting(userId, round)
    current = { sitting: next, round, release: hold(next.sessionId) }
  }
  current.sitting = { ...current.sitting, endTime: answeredAt }
  const { keepSession } = await import('../../shared/offline/kept-sessions.ts')
  await keepSession(current.sitting)
  return current.sitting.sessionId
}

/** Tells the server what it doesn't know yet; what it can't be told now waits. */
export async function tellOf(userId: string): Promise<void> {
  const { sendSessions } = await import('../../shared/offline/send-sessions.ts')
  await sendSessions(userId).catch(() => undefined)
}

function newSitting(userId: string, { mode, filters, planId }: Round): Sitting {
  const startTime = new Date().toISOString()
  return {
    sessionId: newId(),
    userId,
    startTime,
    endTime: startTime,
    learningMode: mode === 'guided' ? 'guided' : 'free-style',
    ...(mode === 'guided' && planId !== null && { planId }),
    sections: [],
    difficulty: difficulties.find((difficulty) => difficulty === filters.difficulty) ?? 'mixed',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}

const difficulties = ['beginner', 'intermediate', 'advanced'] as const

const isAnswered = ({ startTime, endTime }: Sitting): boolean => endTime !== startTime

/** Held as long as the tab lives: when it is gone, others see that the sitting is over. */
function hold(sessionId: string): () => void {
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) return () => undefined
  const ending = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  // The same name as in send-sessions, which comes later.
  locks
    .request(`rehearse-session-${sessionId}`, { signal: ending.signal }, () => promise)
    .catch(() => undefined)
  return () => {
    ending.abort()
    resolve()
  }
}

/** The page goes: nothing can be awaited any more, but one small request is still carried out. */
function tellOfEnd(): void {
  if (!current || !isAnswered(current.sitting)) return
  const { sessionId, endTime } = current.sitting
  void fetch(`/api/progress/sessions/${sessionId}`, {
    method: 'PATCH',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endTime }),
  }).catch(() => undefined)
}
