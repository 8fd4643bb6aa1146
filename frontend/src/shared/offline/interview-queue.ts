import { expectSignedIn } from '../account/account-data.ts'
import { ApiError } from '../api/api-error.ts'
import { learnerApi } from '../api/client.ts'
import { isRejection } from './is-rejection.ts'
import { withMutex } from './mutex.ts'
import {
  deletedInterviews,
  forgetDeletion,
  type Interview,
  isSame,
  type SavedInterview,
  savedInterview,
  savedInterviews,
  storeInterview,
} from './saved-interviews.ts'

type Listener = (id: string, isReplaced: boolean) => void
const listeners = new Set<Listener>()

/** Calls back when an interview was sent, or replaced by another device's newer version. */
export function followInterviews(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Sends what the account doesn't have yet, from one tab at a time. What was kept on this device only stays here.
 * @throws {ApiError} if the server is unavailable, or the session is over
 */
export const sendInterviews = (uid: string): Promise<void> =>
  withMutex('rehearse-interviews', async () => {
    for (const id of deletedInterviews()) {
      expectSignedIn(uid)
      await learnerApi.delete(`/api/progress/mock-interviews/${id}`)
      forgetDeletion(id)
    }
    for (const saved of savedInterviews()) {
      if (!saved.isUnsent || saved.isDeviceOnly) continue
      expectSignedIn(uid)
      try {
        await send(saved)
      } catch (error) {
        // For example, the account is full: it stays on this device.
        if (!isRejection(error)) throw error
      }
    }
  })

/** Reads an interview of the account, which this device then has too. */
export async function fetchInterview(uid: string, id: string): Promise<Interview> {
  const { revision, interview } = await read(id)
  expectSignedIn(uid)
  storeInterview({ interview, revision, isUnsent: false, isDeviceOnly: false })
  return interview
}

async function send({ interview, revision }: SavedInterview): Promise<void> {
  const { id, ...content } = interview
  const body = { ...content, revision }
  let isReplaced = false
  try {
    const { interview: stored } = await learnerApi.put(`/api/progress/mock-interviews/${id}`, { body })
    const now = savedInterview(id)
    // It may have been changed or deleted in the meantime.
    if (now)
      storeInterview({ ...now, revision: stored.revision, isUnsent: !isSame(now.interview, interview) })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'mock_interview_conflict')) throw error
    await takeNewer(id)
    isReplaced = true
  }
  for (const listener of listeners) listener(id, isReplaced)
}

/** What was written here stays, for the learner to choose. The time alone isn't worth a question. */
async function takeNewer(id: string): Promise<void> {
  const { revision, interview } = await read(id)
  const now = savedInterview(id)
  if (!now) return
  const isLost = wordsOf(now.interview) !== wordsOf(interview)
  const replaced = isLost ? now.interview : now.replaced
  storeInterview({ interview, revision, isUnsent: false, isDeviceOnly: false, replaced })
}

async function read(id: string): Promise<{ revision: number; interview: Interview }> {
  const reply = await learnerApi.get(`/api/progress/mock-interviews/${id}`)
  const { revision, updatedAt: _updatedAt, ...interview } = reply.interview
  return { revision, interview }
}

/** In the order of their names, since the account may return the fields in another one. */
const wordsOf = ({ id: _id, ...content }: Interview): string =>
  JSON.stringify(content, (name, value) => {
    if (name === 'seconds') return undefined
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isRecord ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
  })
