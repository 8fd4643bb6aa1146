import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { learner, sampleProgress } from '../../testing/samples.ts'
import { createQueryClient } from '../api/query-client.ts'
import { sessionEnded, signedIn } from '../api/session.ts'
import { SIGNED_IN_COOKIE, STORAGE_KEYS } from '../constants.ts'
import { queueAnswer, queuedAnswers, sendAnswers } from '../offline/answer-queue.ts'
import { cacheQuestions, openOfflineDatabase } from '../offline/offline-database.ts'
import { queueSession } from '../offline/session-queue.ts'
import { onboarding } from '../onboarding.ts'
import { currentLearnerId, storage, user } from '../storage.ts'
import { adminData, dropUnownedData, learnerData } from './account-data.ts'
import { finishSignOut, followOtherTabs, signOut, unsavedDrafts, unsentWork } from './sign-out.ts'

const other = { ...learner, uid: 'learner-2' }
const admin = { id: 'admin-1', email: 'root@example.com', expiresAt: '2999-01-01T00:00:00.000Z' }
const ok = () => ({ success: true })
const away = () => Promise.reject(new TypeError('no network'))
const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)

const answer = (answerId: string, userId = learner.uid) =>
  queueAnswer({ answerId, userId, questionId: 'q', timeSpent: 1, answeredAt: new Date().toISOString() }, 'T')
const stored = () => JSON.stringify({ ...localStorage })
const rows = async () => {
  const database = await openOfflineDatabase()
  const stores = ['answers', 'questions', 'sessions'] as const
  return (await Promise.all(stores.map((name) => database.getAll(name)))).flat() as { userId: string }[]
}
/** Resets what a page load resets. */
const nextPage = () => Object.assign(user, { learner: undefined, admin: undefined, left: false })
const cookie = (text: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the sign-in sets it
  document.cookie = `${SIGNED_IN_COOKIE}=${text}`
}
const paths = (calls: readonly Call[]) => calls.map(({ method, path }) => `${method} ${path}`)

async function useEverything(): Promise<void> {
  for (const [key, value] of [
    ['theme', 'light'],
    ['language', 'ar'],
    ['direction', 'rtl'],
  ] as const) {
    localStorage.setItem(key, value)
  }
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  cookie('1; path=/')
  learnerData('interview_under_way').write({ said: 'secret' })
  learnerData('challenge_code_todo').write('secret')
  storage.write(STORAGE_KEYS.progress(learner.uid), 'secret')
  storage.write(STORAGE_KEYS.noticesSeen(learner.uid), 'secret')
  onboarding.complete({ userType: 'student', learningMode: 'guided' })
  sessionStorage.setItem('draft', 'secret')
  await cacheQuestions(learner.uid, [{ id: 'q' } as never])
  await queueSession({
    sessionId: 's',
    userId: learner.uid,
    startTime: '2026-11-21T10:00:00.000Z',
    endTime: '2026-11-21T10:05:00.000Z',
    learningMode: 'free-style',
    sections: [],
    difficulty: 'mixed',
  })
}

beforeEach(async () => {
  replace.mockClear()
  reload.mockClear()
  cookie('; path=/; max-age=-1')
  const change = (await openOfflineDatabase()).transaction(['answers', 'questions', 'sessions'], 'readwrite')
  for (const name of ['answers', 'questions', 'sessions'] as const) await change.objectStore(name).clear()
  await change.done
})

/** The browser stores nothing more until `end` is called. */
function fillDisk() {
  const disk = localStorage
  const refuse = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const get = (_disk: Storage, name: string) => (name === 'setItem' ? refuse : Reflect.get(disk, name, disk))
  vi.stubGlobal('localStorage', new Proxy(disk, { get }))
  return { refuse, end: () => vi.stubGlobal('localStorage', disk) }
}

describe('a sign-out', () => {
  test('sends queued answers, then clears everything but theme, language and direction', async () => {
    await useEverything()
    await answer('one')
    const calls = fakeNetwork({
      'POST /api/progress/save': () => ({
        success: true,
        result: {},
        progress: sampleProgress(),
        newBadges: [],
      }),
      'POST /api/progress/sessions': ok,
      'PATCH /api/progress/sessions/s': ok,
      'POST /api/auth/logout': ok,
    })
    expect(await unsentWork()).toEqual({ answers: 0, interviews: 0 })
    await signOut('learner', { to: '/' })
    expect(paths(calls)).toEqual([
      'POST /api/progress/save',
      'POST /api/progress/sessions',
      'PATCH /api/progress/sessions/s',
      'POST /api/auth/logout',
    ])
    expect(replace).toHaveBeenCalledWith('/')
    expect(await rows()).toEqual([])
    expect(sessionStorage.length).toBe(0)
    expect(document.cookie).not.toContain(SIGNED_IN_COOKIE)
    // A late response writes nothing.
    storage.write(STORAGE_KEYS.progress(learner.uid), 'late')
    await expect(answer('late')).rejects.toThrow('signed out')

    nextPage()
    await finishSignOut()
    expect({ ...localStorage }).toEqual({ theme: 'light', language: 'ar', direction: 'rtl' })
  })

  test('counts the answers that could not be sent, including rejected ones', async () => {
    await useEverything()
    await answer('one')
    await answer('two')
    fakeNetwork({ 'POST /api/progress/save/batch': away, 'POST /api/progress/save': away })
    expect(await unsentWork()).toEqual({ answers: 2, interviews: 0 })
    fakeNetwork({
      'POST /api/progress/save/batch': () => errorResponse(400, 'No'),
      'POST /api/progress/save': () => errorResponse(400, 'No'),
    })
    expect(await unsentWork()).toEqual({ answers: 2, interviews: 0 })
  })

  test('without a network clears at once, and ends the session once back online', async () => {
    await useEverything()
    await answer('one')
    fakeNetwork({ 'POST /api/auth/logout': away })
    await signOut('learner', { to: '/' })
    expect(await rows()).toEqual([])
    nextPage()
    await finishSignOut()
    expect(stored()).not.toContain(learner.uid)
    expect(currentLearnerId()).toBe('visitor')

    const calls = fakeNetwork({ 'POST /api/auth/logout': ok })
    await finishSignOut()
    expect(paths(calls)).toEqual(['POST /api/auth/logout'])
    expect({ ...localStorage }).toEqual({ theme: 'light', language: 'ar', direction: 'rtl' })
    expect(await finishSignOut()).toBe(false)
  })

  test('continues on the next page after an interruption, which treats no one as signed in', async () => {
    await useEverything()
    localStorage.setItem(STORAGE_KEYS.signOut.learner, JSON.stringify({ of: learner.uid, logout: true }))
    nextPage()
    expect(currentLearnerId()).toBe('visitor')
    cookie('; path=/; max-age=-1')
    const calls = fakeNetwork({ 'POST /api/auth/logout': ok })
    await finishSignOut()
    expect(paths(calls)).toEqual(['POST /api/auth/logout'])
    expect(stored()).not.toMatch(/secret|learner-1/)
    expect(await rows()).toEqual([])
  })

  test('ends no session that began later', async () => {
    localStorage.setItem(STORAGE_KEYS.signOut.learner, JSON.stringify({ logout: true }))
    cookie('1; path=/')
    const calls = fakeNetwork({ 'POST /api/auth/logout': ok })
    await finishSignOut()
    expect(calls).toEqual([])
    expect(localStorage.getItem(STORAGE_KEYS.signOut.learner)).toBeNull()
  })

  test('keeps another account’s answers, and the session of an admin', async () => {
    await answer('of another', other.uid)
    localStorage.setItem(STORAGE_KEYS.adminSession, JSON.stringify(admin))
    adminData('question_drafts').write([{ title: 'draft' }, { title: 'draft' }])
    expect(unsavedDrafts()).toBe(2)
    await useEverything()
    fakeNetwork({ 'POST /api/auth/logout': ok })
    await signOut('learner', { to: '/' })
    expect((await rows()).map(({ userId }) => userId)).toEqual([other.uid])
    expect(stored()).toContain('draft')
    expect(stored()).not.toContain('secret')

    nextPage()
    fakeNetwork({ 'DELETE /api/admin/auth': () => errorResponse(401, 'Over') })
    await signOut('admin', { to: '/admin' })
    expect(stored()).not.toMatch(/draft|root@example/)
  })

  test('of an admin keeps the session of a learner', async () => {
    await useEverything()
    localStorage.setItem(STORAGE_KEYS.adminSession, JSON.stringify(admin))
    adminData('content_drafts_paths').write([{ title: 'draft' }])
    fakeNetwork({ 'DELETE /api/admin/auth': ok })
    await signOut('admin', { to: '/admin' })
    expect(stored()).not.toContain('draft')
    nextPage()
    expect(learnerData('challenge_code_todo').read()).toBe('secret')
    expect(onboarding.userType()).toBe('student')
    expect((await rows()).length).toBe(2)
  })

  test('works if the browser stores nothing, and if the disk is full', async () => {
    await useEverything()
    fakeNetwork({ 'POST /api/auth/logout': ok })
    const full = fillDisk()
    await signOut('learner', { to: '/' })
    expect(full.refuse).toHaveBeenCalled()
    full.end()
    expect(replace).toHaveBeenCalledWith('/')
    expect(stored()).not.toContain('secret')
    expect(await rows()).toEqual([])
  })
})

describe('other tabs', () => {
  const storageChanged = () => window.dispatchEvent(new StorageEvent('storage'))

  test('follow a sign-out at once, and stop writing', () => {
    localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
    const end = followOtherTabs()
    localStorage.clear()
    localStorage.setItem(STORAGE_KEYS.signOut.learner, JSON.stringify({ of: learner.uid, logout: false }))
    storageChanged()
    expect(replace).toHaveBeenCalledWith('/')
    storage.write('late', 'secret')
    expect(localStorage.getItem('late')).toBeNull()
    end()
  })

  test('reload when another account signs in, but not when a session ends', () => {
    localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
    const end = followOtherTabs()
    localStorage.removeItem(STORAGE_KEYS.profile)
    storageChanged()
    expect([reload, replace].flatMap(({ mock }) => mock.calls)).toEqual([])
    localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(other))
    storageChanged()
    expect(reload).toHaveBeenCalled()
    end()
  })

  test('reload when the back button shows a page from before the sign-out', () => {
    localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
    const end = followOtherTabs()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(reload).not.toHaveBeenCalled()
    localStorage.clear()
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(reload).toHaveBeenCalledOnce()
    end()
  })
})

describe('accounts that share a device', () => {
  test('an ended session clears nothing; another account neither sees nor sends its data', async () => {
    const client = createQueryClient()
    await useEverything()
    await answer('one')
    expect(currentLearnerId()).toBe(learner.uid)
    const before = { ...localStorage }
    sessionEnded(client)
    expect({ ...localStorage, [STORAGE_KEYS.profile]: before[STORAGE_KEYS.profile] }).toEqual(before)
    expect(sessionStorage.length).toBe(1)
    // The open page still writes data of the old learner.
    learnerData('challenge_code_todo').write('more of the secret')

    signedIn(client, other)
    expect(reload).toHaveBeenCalled()
    nextPage()
    expect(learnerData('challenge_code_todo').read()).toBeNull()
    expect(learnerData('interview_under_way').read()).toBeNull()
    expect(onboarding.userType()).toBeNull()
    expect(await queuedAnswers(other.uid)).toEqual([])
    const calls = fakeNetwork({})
    await sendAnswers(other.uid)
    await expect(sendAnswers(learner.uid)).rejects.toThrow('another account')
    expect(calls).toEqual([])

    sessionEnded(client)
    nextPage()
    expect(learnerData('challenge_code_todo').read()).toBeNull()
    signedIn(client, learner)
    expect(learnerData('challenge_code_todo').read()).toBe('more of the secret')
    expect(await queuedAnswers(learner.uid)).toHaveLength(1)
  })

  test('what a visitor wrote moves to the account that signs in', async () => {
    learnerData('challenge_code_todo').write('mine')
    onboarding.complete({ userType: 'student', learningMode: 'guided' })
    signedIn(createQueryClient(), learner)
    await vi.waitFor(() => expect(learnerData('challenge_code_todo').read()).toBe('mine'))
    expect(onboarding.userType()).toBe('student')
    expect(stored()).not.toContain('@visitor')
    expect(reload).not.toHaveBeenCalled()
  })

  test('a full disk shows no one another learner’s profile and causes no reload loop', () => {
    localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
    currentLearnerId()
    const full = fillDisk()
    signedIn(createQueryClient(), other)
    nextPage()
    signedIn(createQueryClient(), other)
    expect(full.refuse).toHaveBeenCalled()
    full.end()
    expect(reload).toHaveBeenCalledOnce()
  })

  test('data that earlier versions stored without an owner is removed', () => {
    for (const key of [
      'interview_reports',
      'challenge_code_todo',
      'question_drafts',
      'content_drafts_paths',
    ]) {
      localStorage.setItem(key, 'secret')
    }
    localStorage.setItem('theme', 'light')
    learnerData('interview_reports').write([])
    dropUnownedData()
    expect({ ...localStorage }).toEqual({ theme: 'light', 'interview_reports@visitor': '[]' })
  })
})
