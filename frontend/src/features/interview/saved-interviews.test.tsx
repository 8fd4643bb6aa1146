import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signedIn } from '../../shared/api/session.ts'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { sendInterviews } from '../../shared/offline/interview-queue.ts'
import {
  forgetInterview,
  interviewsOnlyHere,
  savedInterview,
  savedInterviews,
  saveInterview,
  storeInterview,
} from '../../shared/offline/saved-interviews.ts'
import { useSendAnswers } from '../../shared/offline/use-sync.ts'
import { type Call, errorResponse } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { emptyPartResult, type Interview } from './interview.ts'
import { interviewNetwork, introduction } from './interview-samples.ts'
import { MockInterview } from './mock-interview.tsx'

const ids = ['1', '2', '3'].map((digit) => `3f0c6b1e-0000-4000-8000-00000000000${digit}`)
const [one = '', two = '', three = ''] = ids
const path = '/api/progress/mock-interviews'
const part = {
  kind: 'concept' as const,
  id: 'closures',
  title: 'Explain closures',
  content: '',
  category: 'JavaScript',
  minutes: 5,
  model: 'A function with its variables.',
  points: [{ text: 'Defines the scope', followUp: '' }],
}
const draft = (id: string, answer: string, changes: Partial<Interview> = {}): Interview => ({
  id,
  setup: { role: 'react', level: 'senior', minutes: 20, readAloud: false, dictate: false },
  startedAt: '2026-11-29T10:00:00.000Z',
  endedAt: null,
  finishedAt: null,
  parts: [part],
  given: [{ ...emptyPartResult, answer, covered: [0] }],
  position: 0,
  ...changes,
})
const over = { endedAt: '2026-11-29T10:20:00.000Z', finishedAt: '2026-11-29T10:25:00.000Z' }
const report = (id: string, answer: string) => draft(id, answer, over)

type Stored = Interview & { revision: number }
let account: Map<string, Stored>
let isOnline: boolean
let calls: Call[]

/** The learner's account, as the service stores it. */
function connect(): void {
  const answer = (respond: (call: Call) => unknown) => (call: Call) =>
    isOnline ? respond(call) : Promise.reject(new TypeError('offline'))
  const withTime = (interview: Stored) => ({ ...interview, updatedAt: '2026-11-29T11:00:00.000Z' })
  calls = interviewNetwork({
    'GET /api/auth/me': answer(() => ({ success: true, user: learner })),
    [`GET ${path}`]: answer(() => ({
      success: true,
      interviews: [...account.values()].map(({ parts, ...interview }) => ({
        ...withTime({ ...interview, parts: [] }),
        parts: parts.map(({ kind, id, minutes, points }) => ({ kind, id, minutes, points: points.length })),
      })),
    })),
    ...Object.fromEntries(
      ids.flatMap((id) => [
        [
          `GET ${path}/${id}`,
          answer(() => ({ success: true, interview: withTime(account.get(id) as Stored) })),
        ],
        [`PUT ${path}/${id}`, answer(({ body }) => put(id, body as Omit<Stored, 'id'>))],
        [`DELETE ${path}/${id}`, answer(() => account.delete(id) && { success: true })],
      ]),
    ),
  })
  const put = (id: string, body: Omit<Stored, 'id'>) => {
    const stored = account.get(id)
    if (stored && stored.revision !== body.revision)
      return errorResponse(409, 'Changed', { code: 'mock_interview_conflict' })
    account.set(id, { ...body, id, revision: body.revision + 1 })
    return { success: true, interview: withTime(account.get(id) as Stored) }
  }
}

const puts = () => calls.filter(({ method, path: to }) => method === 'PUT' && to.startsWith(path))
const open = () => renderAt('/ai-mock-interview', <MockInterview renderChallenge={() => null} />)
const signIn = () => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
const send = () => sendInterviews(learner.uid)
const answerOf = (id: string) => account.get(id)?.given[0]?.answer
const answerField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your answer' })
const button = (name: string | RegExp) => screen.findByRole('button', { name })

function OtherPage() {
  const sendAll = useSendAnswers(learner.uid)
  return (
    <button type="button" onClick={() => void sendAll()}>
      Send
    </button>
  )
}

beforeEach(() => {
  account = new Map()
  isOnline = true
  connect()
})

describe('mock interviews of a learner', () => {
  test('that an earlier version stored are sent once', async () => {
    signIn()
    const earlier = (id: string, endedAt: number | null) => {
      const { finishedAt: _, ...interview } = draft(id, `earlier ${id}`)
      return { ...interview, startedAt: 1_700_000_000_000, endedAt, parts: [{ ...part, options: [] }] }
    }
    const own = `@${learner.uid}`
    localStorage.setItem(`interview_reports${own}`, JSON.stringify([earlier(one, 1_700_000_900_000)]))
    localStorage.setItem(`interview_under_way${own}`, JSON.stringify(earlier(two, null)))
    await send()
    await send()
    expect(puts()).toHaveLength(2)
    expect(account.get(one)).toMatchObject({
      startedAt: '2023-11-14T22:13:20.000Z',
      finishedAt: '2023-11-14T22:28:20.000Z',
      parts: [part],
    })
    expect(account.get(two)).toMatchObject({ endedAt: null, finishedAt: null })
    expect(answerOf(two)).toBe(`earlier ${two}`)
    expect(Object.keys(localStorage).filter((key) => key.startsWith('interview_'))).toEqual([])
    expect(interviewsOnlyHere()).toEqual([])
  })

  test('that a visitor wrote are sent after the sign-in', async () => {
    saveInterview(report(one, 'as a visitor'))
    const { queryClient } = open()
    expect(await button(/^Open/)).toBeDefined()
    expect(calls.filter(({ path: to }) => to.startsWith(path))).toEqual([])
    act(() => signedIn(queryClient, learner))
    await waitFor(() => expect(answerOf(one)).toBe('as a visitor'))
    expect(screen.getAllByRole('button', { name: /^Open/ })).toHaveLength(1)
  })

  test('are kept offline, and sent later', async () => {
    signIn()
    isOnline = false
    saveInterview(draft(one, 'offline'))
    await expect(send()).rejects.toThrow()
    expect(interviewsOnlyHere()).toHaveLength(1)
    isOnline = true
    await send()
    expect(answerOf(one)).toBe('offline')
    expect(interviewsOnlyHere()).toEqual([])

    saveInterview(draft(one, 'more'))
    await send()
    expect(account.get(one)).toMatchObject({ revision: 2 })
    expect(answerOf(one)).toBe('more')
  })

  test('are sent from any page, with the answers to sync', async () => {
    signIn()
    saveInterview(draft(one, 'in the background'))
    const { user } = renderAt('/jobs', <OtherPage />)
    await user.click(await button('Send'))
    await waitFor(() => expect(answerOf(one)).toBe('in the background'))
  })

  test('stay on this device if the account rejects one, and don’t hold up the others', async () => {
    signIn()
    saveInterview(draft(one, 'mine'))
    saveInterview(draft('not-a-uuid', 'rejected', { startedAt: '2026-11-30T10:00:00.000Z' }))
    await send()
    expect(answerOf(one)).toBe('mine')
    expect(interviewsOnlyHere().map(({ interview }) => interview.id)).toEqual(['not-a-uuid'])
    open()
    expect(await screen.findByText('Not synced yet')).toBeDefined()
  })

  test('kept on this device only are never sent, and say so', async () => {
    signIn()
    const { user, unmount } = open()
    await user.click(await screen.findByRole('checkbox', { name: 'Keep this interview on this device only' }))
    expect(screen.getByText(/lost when you sign out/)).toBeDefined()
    await user.click(await button('Start interview'))
    await screen.findByRole('heading', { level: 1, name: introduction.title })
    await user.type(answerField(), 'secret')
    unmount()
    await send()
    expect(interviewsOnlyHere()[0]?.interview.given[0]?.answer).toBe('secret')
    open()
    expect(await screen.findByText('Only on this device')).toBeDefined()
    expect(JSON.stringify(calls.filter(({ path: to }) => to.startsWith(path)))).not.toContain('secret')
    expect(puts()).toEqual([])
  })

  test('are sent from a browser that stores nothing; without an account, the page says that they get lost', async () => {
    signIn()
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === STORAGE_KEYS.profile ? JSON.stringify(learner) : null),
      setItem: refuse,
      removeItem: refuse,
    })
    saveInterview(draft(one, 'in memory'))
    await send()
    expect(answerOf(one)).toBe('in memory')
    expect(interviewsOnlyHere()).toEqual([])

    const { user, unmount } = open()
    await user.click(await screen.findByRole('checkbox', { name: 'Keep this interview on this device only' }))
    await user.click(await button('Start interview'))
    expect(await screen.findByText(/^This browser can’t store the interview/)).toBeDefined()
    unmount()
    for (const { interview } of savedInterviews()) forgetInterview(interview.id)
  })

  test('leave the device when it has many, but only if the account has them', async () => {
    signIn()
    const store = (count: number, isUnsent: boolean) => {
      for (let n = 10; n < 10 + count; n += 1) {
        const interview = draft(`${isUnsent} ${n}`, '', { startedAt: `2026-11-${n}T10:00:00.000Z` })
        storeInterview({ interview, revision: 1, isUnsent, isDeviceOnly: false })
      }
    }
    store(21, true)
    store(21, false)
    saveInterview(draft(one, 'new'))
    const kept = savedInterviews().map(({ interview }) => interview.id)
    expect(kept).toHaveLength(42)
    expect(kept).not.toContain('false 10')
  })

  test('of another device are listed, opened and continued', async () => {
    signIn()
    account.set(one, { ...report(one, 'report of the laptop'), revision: 1 })
    account.set(two, { ...draft(two, 'begun on the laptop'), revision: 4 })
    const { user, unmount } = open()
    const reports = within(await screen.findByRole('region', { name: 'Your interviews' }))
    expect(reports.getByText('100%')).toBeDefined()
    await user.click(reports.getByRole('button', { name: /^Open/ }))
    expect(await screen.findByText('report of the laptop')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Start another interview' }))
    await user.click(await button('Continue'))
    await waitFor(() => expect(answerField().value).toBe('begun on the laptop'))
    await user.type(answerField(), ', continued here')
    unmount()
    await waitFor(() => expect(answerOf(two)).toBe('begun on the laptop, continued here'))
    expect(account.get(two)?.revision).toBe(5)
  })

  test('finished on another device replace an older draft, whose text can be brought back', async () => {
    signIn()
    account.set(one, { ...draft(one, 'same'), revision: 1 })
    const { user } = open()
    await user.click(await button('Continue'))
    await waitFor(() => expect(answerField().value).toBe('same'))
    account.set(one, { ...draft(one, 'newer of the laptop'), revision: 2 })
    await user.type(answerField(), ', older')
    await act(send)
    expect(await screen.findByText('This interview was changed on another device')).toBeDefined()
    expect(answerField().value).toBe('newer of the laptop')
    expect(answerOf(one)).toBe('newer of the laptop')
    await user.click(await button('Use this device’s version'))
    expect(answerField().value).toBe('same, older')
    await act(send)
    expect(answerOf(one)).toBe('same, older')
    expect(screen.queryByText('This interview was changed on another device')).toBeNull()
  })

  test('that differ only in the time from another device’s ask nothing', async () => {
    signIn()
    saveInterview(draft(one, 'same'))
    account.set(one, { ...draft(one, 'same'), revision: 2 })
    saveInterview(
      draft(one, 'same', { given: [{ ...emptyPartResult, answer: 'same', covered: [0], seconds: 9 }] }),
    )
    await send()
    expect(savedInterview(one)).toMatchObject({ revision: 2, isUnsent: false })
    expect(savedInterview(one)?.replaced).toBeUndefined()
  })

  test('are deleted everywhere: offline later, and on this device when another one has deleted them', async () => {
    signIn()
    for (const id of [one, two]) saveInterview(report(id, id))
    await send()
    isOnline = false
    const { user, unmount } = open()
    await user.click((await screen.findAllByRole('button', { name: /^Delete the report/ }))[0] as HTMLElement)
    unmount()
    expect(account.size).toBe(2)
    isOnline = true
    await send()
    expect(account.size).toBe(1)

    account.clear()
    account.set(three, { ...report(three, 'other'), revision: 1 })
    open()
    await waitFor(() => expect(savedInterviews()).toEqual([]))
    expect(await screen.findAllByRole('button', { name: /^Open/ })).toHaveLength(1)
  })
})
