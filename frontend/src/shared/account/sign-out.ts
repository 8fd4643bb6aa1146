import { ApiError } from '../api/api-error.ts'
import { adminApi, learnerApi } from '../api/client.ts'
import { SIGN_OUT_TIMEOUT, SIGNED_IN_COOKIE, STORAGE_KEYS } from '../constants.ts'
import { queuedAnswers, sendAnswers } from '../offline/answer-queue.ts'
import { queuedAttempts, sendAttempts } from '../offline/attempt-queue.ts'
import { sendInterviews } from '../offline/interview-queue.ts'
import { withMutex } from '../offline/mutex.ts'
import { openOfflineDatabase } from '../offline/offline-database.ts'
import { interviewsOnlyHere } from '../offline/saved-interviews.ts'
import { sendSessions } from '../offline/session-queue.ts'
import { currentLearnerId, idIn, readJson, storage, user } from '../storage.ts'
import { adminHere, storedKeys } from './account-data.ts'

export type Area = 'learner' | 'admin'

/** Stored from the first step of a sign-out to the last, so that the next page finishes an interrupted one. */
interface Mark {
  /**
   * The owner of data that may still be stored: a learner's uid, or `admin:` and an id. Absent once everything is
   * cleared.
   */
  of?: string
  /** Whether the session on the server still has to be ended. */
  logout: boolean
}

const areas: readonly Area[] = ['learner', 'admin']

/** What a sign-out would lose. */
export interface Losses {
  /** Answers and attempts at challenges that are still unsent; unsaved drafts of an admin. */
  answers: number
  /** Mock interviews that the account doesn't have. */
  interviews: number
}

/** Tries to send this learner's queues. @returns what is still only on this device */
export async function unsentWork(): Promise<Losses> {
  const uid = currentLearnerId()
  const sending = sendAnswers(uid)
    .then(() => sendAttempts(uid))
    .then(() => sendSessions(uid, true))
    .then(() => sendInterviews(uid))
  await within(SIGN_OUT_TIMEOUT, sending).catch(() => undefined)
  // A browser without storage has none.
  const answers = await within(SIGN_OUT_TIMEOUT, queuedAnswers(uid)).catch(() => [])
  return { answers: answers.length + queuedAttempts().length, interviews: interviewsOnlyHere().length }
}

/** @returns how many of this admin's forms have unsaved changes */
export const unsavedDrafts = (): number =>
  storedKeys()
    .filter((key) => key.includes('_drafts') && key.endsWith(`@admin:${adminHere()}`))
    .reduce((sum, key) => sum + [readJson(key)].flat().length, 0)

/**
 * Signs out on this device: clears everything stored but theme, language and direction, ends the session and reloads
 * the page, which also clears memory. Other tabs follow. Another account's answers to sync stay, and so does the data
 * of an admin or a learner who is signed in at the same time.
 */
export async function signOut(
  area: Area,
  { logout = true, to }: { logout?: boolean; to: string },
): Promise<void> {
  const of = area === 'learner' ? currentLearnerId() : `admin:${adminHere()}`
  // Without awaiting in between, so that other tabs and crashes never leave it half done. Clear before writing the
  // mark: storage may be full.
  clearLocalStorage(area)
  setMark(area, { of, logout })
  user.left = true
  const ending = Promise.all([clearDevice(area, of), logout ? endSession(area) : true])
  const [, ended] = await within(2 * SIGN_OUT_TIMEOUT, ending).catch(() => [undefined, !logout])
  // The next page clears again: another tab's response may have arrived late.
  if (markOf(area)) setMark(area, { of, logout: !ended })
  location.replace(to)
}

/** Continues a sign-out that an earlier page began. @returns whether there was one */
export async function finishSignOut(): Promise<boolean> {
  if (areas.every((area) => storage.read(STORAGE_KEYS.signOut[area]) === null)) return false
  await withMutex('rehearse-sign-out', async () => {
    for (const area of areas) await finish(area)
  })
  return true
}

/** Follows the sign-outs and sign-ins of other tabs. @returns a function that stops following */
export function followOtherTabs(): () => void {
  const ending = new AbortController()
  const look = () => {
    if (currentLearnerId() === markOf('learner')?.of) leave('learner')
    else if (user.admin !== undefined && markOf('admin')?.of === `admin:${user.admin}`) leave('admin')
    else if (isOfAnother(STORAGE_KEYS.profile, 'uid', user.learner)) location.reload()
    else if (isOfAnother(STORAGE_KEYS.adminSession, 'id', user.admin)) location.reload()
  }
  look()
  window.addEventListener('storage', look, { signal: ending.signal })
  // The back-forward cache may restore a page from before a sign-out.
  const whenShown = ({ persisted }: PageTransitionEvent) => {
    const learnerChanged = user.learner !== undefined && idIn(STORAGE_KEYS.profile, 'uid') !== user.learner
    const adminChanged = user.admin !== undefined && idIn(STORAGE_KEYS.adminSession, 'id') !== user.admin
    if (persisted && (learnerChanged || adminChanged)) location.reload()
  }
  window.addEventListener('pageshow', whenShown, { signal: ending.signal })
  return () => ending.abort()
}

const isOfAnother = (key: string, name: 'id' | 'uid', here: string | undefined): boolean =>
  here !== undefined && (idIn(key, name) ?? here) !== here

function leave(area: Area): void {
  user.left = true
  clearSessionStorage()
  if (area === 'learner' && !location.pathname.startsWith('/admin')) location.replace('/')
  else location.reload()
}

async function finish(area: Area): Promise<void> {
  const mark = markOf(area)
  if (!mark) return
  if (mark.of !== undefined) {
    const { of } = mark
    for (const key of storedKeys()) if (belongsTo(of, key)) storage.remove(key)
    await clearDevice(area, of)
    setMark(area, { logout: mark.logout })
  }
  // A learner who has signed in since has a new session.
  const isEnded = !mark.logout || (area === 'learner' && hasCookie()) || (await endSession(area))
  if (isEnded) storage.remove(STORAGE_KEYS.signOut[area])
}

/** @returns whether the session on the server has ended */
async function endSession(area: Area): Promise<boolean> {
  try {
    if (area === 'admin') await adminApi.delete('/api/admin/auth', { timeout: SIGN_OUT_TIMEOUT })
    else {
      await within(SIGN_OUT_TIMEOUT, endPush()).catch(() => undefined)
      await learnerApi.post('/api/auth/logout', { timeout: SIGN_OUT_TIMEOUT })
    }
    return true
  } catch (error) {
    return error instanceof ApiError && !error.isTransient
  }
}

/** The next user must not see push messages for this one. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription) return
  const body = { endpoint: subscription.endpoint }
  await learnerApi
    .delete('/api/users/me/push-subscriptions', { body, timeout: SIGN_OUT_TIMEOUT })
    .catch(() => undefined)
  await subscription.unsubscribe()
}

function clearLocalStorage(area: Area): void {
  const beside =
    area === 'learner' ? idIn(STORAGE_KEYS.adminSession, 'id') : idIn(STORAGE_KEYS.profile, 'uid')
  const stays = beside && (area === 'learner' ? `admin:${beside}` : beside)
  const keysToKeep: readonly string[] = [
    STORAGE_KEYS.theme,
    STORAGE_KEYS.language,
    STORAGE_KEYS.direction,
    ...areas.map((other) => STORAGE_KEYS.signOut[other]),
  ]
  for (const key of storedKeys()) {
    if (!keysToKeep.includes(key) && !(stays && belongsTo(stays, key))) storage.remove(key)
  }
  clearSessionStorage()
  // biome-ignore lint/suspicious/noDocumentCookie: scripts cannot set the httpOnly ones; without this one the app requests no session
  if (area === 'learner') document.cookie = `${SIGNED_IN_COOKIE}=; path=/; max-age=-1`
}

function belongsTo(owner: string, key: string): boolean {
  if (key === STORAGE_KEYS.profile) return idIn(key, 'uid') === owner
  if (key === STORAGE_KEYS.adminSession) return `admin:${idIn(key, 'id')}` === owner
  if (introduction.includes(key)) return storage.read(STORAGE_KEYS.introducedBy) === owner
  return key.endsWith(`@${owner}`) || key.endsWith(`_${owner}`)
}

const { userType, hasCompletedOnboarding, isFirstVisit, learningMode, introducedBy } = STORAGE_KEYS
const introduction: readonly string[] = [
  userType,
  hasCompletedOnboarding,
  isFirstVisit,
  learningMode,
  introducedBy,
]

/**
 * Clears what isn't in local storage: databases, responses cached by the service worker, and visible notifications.
 */
async function clearDevice(area: Area, of: string): Promise<void> {
  await Promise.all([
    clearDatabase(area, of).catch(() => undefined),
    clearCaches().catch(() => undefined),
    closeNotifications().catch(() => undefined),
  ])
}

async function clearDatabase(area: Area, of: string): Promise<void> {
  if (area === 'admin') return
  const change = (await openOfflineDatabase()).transaction(
    ['answers', 'questions', 'sessions', 'copies'],
    'readwrite',
  )
  await change.objectStore('questions').clear()
  await change.objectStore('copies').clear()
  for (const name of ['answers', 'sessions'] as const) {
    const store = change.objectStore(name)
    for (const key of await store.index('userId').getAllKeys(of)) await store.delete(key)
  }
  await change.done
}

async function clearCaches(): Promise<void> {
  const names = await caches.keys()
  // The app's own caches hold only its files.
  await Promise.all(names.filter((name) => !name.startsWith('app-')).map((name) => caches.delete(name)))
}

async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
}

function clearSessionStorage(): void {
  try {
    sessionStorage.clear()
  } catch {
    // The browser stores nothing.
  }
}

const hasCookie = () => document.cookie.includes(`${SIGNED_IN_COOKIE}=`)

function markOf(area: Area): Mark | null {
  const value = readJson(STORAGE_KEYS.signOut[area])
  return typeof value === 'object' && value !== null && 'logout' in value ? (value as Mark) : null
}

/** Also runs after the page is left. */
function setMark(area: Area, mark: Mark): void {
  try {
    localStorage.setItem(STORAGE_KEYS.signOut[area], JSON.stringify(mark))
  } catch {
    // Without storage, nothing is left to clear.
  }
}

const within = <Result>(time: number, work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('too slow')), time)
    }),
  ])
