import type { ChallengeAttemptInput } from '@rehearse/contracts'
import { expectSignedIn, learnerData } from '../account/account-data.ts'
import { ApiError } from '../api/api-error.ts'
import { learnerApi } from '../api/client.ts'
import { isRejection } from './is-rejection.ts'
import { withMutex } from './mutex.ts'

const data = learnerData('challenge_attempts')
/** Older ones would leave no room for code. In characters of JSON. */
const MOST = 1_000_000

/** The learner's attempts at challenges that the server doesn't have yet, oldest first. */
export function queuedAttempts(): ChallengeAttemptInput[] {
  const stored = data.read()
  return Array.isArray(stored) ? stored : []
}

/** Stores an attempt until the server has recorded it. If there are too many, the oldest lose their code. */
function queueAttempt(attempt: ChallengeAttemptInput): void {
  const others = queuedAttempts().filter(({ attemptId }) => attemptId !== attempt.attemptId)
  const queue = [...others, attempt]
  for (let at = 0; at < others.length && JSON.stringify(queue).length > MOST; at += 1) {
    const old = queue[at]
    if (old) queue[at] = withoutCode(old)
  }
  data.write(queue)
}

function removeAttempt(id: string): void {
  const left = queuedAttempts().filter(({ attemptId }) => attemptId !== id)
  if (left.length === 0) data.remove()
  else data.write(left)
}

/**
 * Sends an attempt, which stays on this device until the server has recorded or rejected it.
 * @throws {ApiError} if the server is unavailable, or the session is over
 */
export async function sendAttempt(attempt: ChallengeAttemptInput) {
  queueAttempt(attempt)
  try {
    const reply = await post(attempt)
    removeAttempt(attempt.attemptId)
    return reply
  } catch (error) {
    if (isRejection(error)) removeAttempt(attempt.attemptId)
    throw error
  }
}

/**
 * Sends the queued attempts in order, from one tab at a time.
 * @returns the last response; null if nothing was queued
 * @throws {ApiError} if the server is unavailable, or the session is over
 */
export const sendAttempts = (uid: string): Promise<Awaited<ReturnType<typeof post>> | null> =>
  withMutex('rehearse-attempts', async () => {
    let reply: Awaited<ReturnType<typeof post>> | null = null
    for (const attempt of queuedAttempts()) {
      expectSignedIn(uid)
      try {
        reply = await sendAttempt(attempt)
      } catch (error) {
        if (!isRejection(error)) throw error
      }
    }
    return reply
  })

/** If the account has no room for more code, the score is saved without it. */
async function post(attempt: ChallengeAttemptInput) {
  const send = (body: ChallengeAttemptInput) => learnerApi.post('/api/progress/challenges', { body })
  try {
    return await send(attempt)
  } catch (error) {
    const isCodeRefused =
      error instanceof ApiError &&
      error.code === 'quota_exceeded' &&
      error.details.some(({ path }) => path === 'challenge-code')
    if (!isCodeRefused) throw error
    return send(withoutCode(attempt))
  }
}

const withoutCode = (attempt: ChallengeAttemptInput): ChallengeAttemptInput => ({
  ...attempt,
  code: {},
  files: [],
})
