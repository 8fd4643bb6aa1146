import { SESSION_GAP } from '../../shared/constants.ts'
import { newId } from '../../shared/new-id.ts'
import type { QueuedSession } from '../../shared/offline/offline-database.ts'
import type { SessionSettings } from './session-settings.ts'

type PracticeSession = Omit<QueuedSession, 'told'>

/** The session running in this tab, and how to release its lock. */
let current: { session: PracticeSession; settings: SessionSettings; release: () => void } | undefined

/**
 * Starts a practice session. It becomes a learning session with the first answer, since just looking at a question
 * doesn't count.
 *
 * @returns a function that ends it, as of its last answer
 */
export function startPracticeSession(userId: string, settings: SessionSettings): () => void {
  const session = newPracticeSession(userId, settings)
  current?.release()
  current = { session, settings, release: hold(session.sessionId) }
  window.addEventListener('pagehide', sendEndOnLeave)
  return () => {
    window.removeEventListener('pagehide', sendEndOnLeave)
    const ended = current?.session
    current?.release()
    current = undefined
    if (ended && isAnswered(ended)) void sendSessionState(userId)
  }
}

/**
 * Adds an answer to the session, or starts a new session after half an hour without one.
 * @returns the session's id; undefined without a session, as in component tests
 */
export async function addAnswerToSession(userId: string, answeredAt: string): Promise<string | undefined> {
  if (current?.session.userId !== userId) return undefined
  const { session, settings } = current
  if (isAnswered(session) && Date.parse(answeredAt) - Date.parse(session.endTime) > SESSION_GAP) {
    current.release()
    const next = newPracticeSession(userId, settings)
    current = { session: next, settings, release: hold(next.sessionId) }
  }
  current.session = { ...current.session, endTime: answeredAt }
  const { queueSession } = await import('../../shared/offline/session-queue.ts')
  await queueSession(current.session)
  return current.session.sessionId
}

/** Reports unreported sessions to the server; what fails stays queued. */
export async function sendSessionState(userId: string): Promise<void> {
  const { sendSessions } = await import('../../shared/offline/session-queue.ts')
  await sendSessions(userId).catch(() => undefined)
}

function newPracticeSession(userId: string, { mode, filters, planId }: SessionSettings): PracticeSession {
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

const isAnswered = ({ startTime, endTime }: PracticeSession): boolean => endTime !== startTime

/** Holds a lock as long as the tab exists, so that other tabs see when the session is over. */
function hold(sessionId: string): () => void {
  const locks: LockManager | null | undefined = navigator.locks
  if (!locks) return () => undefined
  const ending = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  // The same name as in session-queue, which loads later.
  locks
    .request(`rehearse-session-${sessionId}`, { signal: ending.signal }, () => promise)
    .catch(() => undefined)
  return () => {
    ending.abort()
    resolve()
  }
}

/** The page is closing: nothing can be awaited, but the browser still sends one small request. */
function sendEndOnLeave(): void {
  if (!current || !isAnswered(current.session)) return
  const { sessionId, endTime } = current.session
  void fetch(`/api/progress/sessions/${sessionId}`, {
    method: 'PATCH',
    keepalive: true,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endTime }),
  }).catch(() => undefined)
}
