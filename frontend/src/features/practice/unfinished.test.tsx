import 'fake-indexeddb/auto'
import type { AnsweredQuestion, UnfinishedSession } from '@rehearse/contracts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { queuedAnswers, removeAnswers } from '../../shared/offline/answer-queue.ts'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleInterview, sampleProgress, sampleQuestion } from '../../testing/samples.ts'
import { Practice } from './practice.tsx'
import { PracticeHub } from './practice-hub.tsx'

const withKey = (id: string, title: string): AnsweredQuestion => {
  const question = sampleQuestion({ id, title })
  return {
    ...question,
    options: question.options.map((option) => ({ ...option, isCorrect: option.id === 'b' })),
    correctAnswers: ['b'],
    explanation: 'All four read the same variable.',
  }
}
const questions = [
  withKey('8d5229c8-16de-4b2d-98c4-df2164f3c701', 'First'),
  withKey('8d5229c8-16de-4b2d-98c4-df2164f3c702', 'Second'),
  withKey('8d5229c8-16de-4b2d-98c4-df2164f3c703', 'Third'),
]
const sessionId = '6a06845a-3869-42a4-bb3f-b045fc11a3e4'
const sessions = '/api/progress/unfinished-sessions'
const settings = {
  mode: 'free' as const,
  filters: {},
  planId: null,
  questionId: null,
  listId: null,
  stepId: null,
}
type Given = UnfinishedSession['questions'][number]['answer']

/** A session as the account has it, with the answers to its first questions. */
const inAccount = (given: readonly Given[], more: Partial<UnfinishedSession> = {}): UnfinishedSession => ({
  id: sessionId,
  settings,
  startedAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  questions: questions.map(({ id }, at) => ({
    questionId: id,
    answerId: `00000000-0000-4000-8000-00000000000${at}`,
    answer: given[at] ?? null,
  })),
  corrected: [],
  ...more,
})
const ofToday = sampleInterview({
  today: { ...sampleInterview().today, unseen: questions.map(({ id }) => id) },
})
const given = (isCorrect: boolean): Given => ({
  ...{ isCorrect, selectedOptionIds: [isCorrect ? 'b' : 'a'], response: null },
  ...{ points: isCorrect ? 10 : 0, timeSpent: 5 },
})

function asLearner({ account, earlier }: { account?: UnfinishedSession; earlier?: object } = {}): Call[] {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  const byIds = ({ query }: Call) => {
    const ids = query.get('ids')?.split(',')
    return { success: true, data: questions.filter(({ id }) => !ids || ids.includes(id)) }
  }
  return fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'GET /api/questions/unified': byIds,
    'GET /api/progress/interview': () => ({ success: true, interview: ofToday }),
    [`GET ${sessions}`]: () => ({ success: true, sessions: account ? [account] : [] }),
    [`GET ${sessions}/${sessionId}`]: () =>
      account ? { success: true, session: account } : errorResponse(404, 'Session not found'),
    [`PUT ${sessions}/${sessionId}`]: () => ({ success: true, session: account }),
    [`DELETE ${sessions}/${sessionId}`]: () => ({ success: true, message: 'Session forgotten' }),
    'POST /api/progress/save': ({ body }) => {
      const isCorrect = (body as { selectedOptionIds: string[] }).selectedOptionIds[0] === 'b'
      const graded = { isCorrect, correctOptionIds: ['b'], correctResponse: null, explanation: 'Why.' }
      const result = {
        ...graded,
        optionFeedback: [],
        points: isCorrect ? 10 : 0,
        questionVersion: 3,
        attempt: 1,
      }
      return {
        success: true,
        result: { ...result, graded: 'server', ...earlier },
        progress: sampleProgress(),
        newBadges: [],
      }
    },
  })
}

const Address = () => <output>{useLocation().search}</output>
const at = (search: string) =>
  renderAt(
    `/questions${search}`,
    <>
      <Practice />
      <Address />
    </>,
  )
const shows = (title: string) => screen.findByRole('heading', { level: 1, name: title })
const address = () => document.querySelector('output')?.textContent ?? ''
const answerIds = (calls: readonly Call[]) =>
  calls.flatMap(({ path, body }) =>
    path === '/api/progress/save' ? (body as { answerId: string }).answerId : [],
  )
const puts = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'PUT')

beforeEach(async () => {
  localStorage.clear()
  await removeAnswers((await queuedAnswers(learner.uid)).map(({ answerId }) => answerId))
  useSignInPrompt.setState({ open: false, onSuccess: undefined })
})

describe('a session', () => {
  test('continues after a reload at the address that its first answer has set', async () => {
    const calls = asLearner()
    const { user } = at('')
    await shows('First')
    expect(address()).toBe('')
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(puts(calls)).not.toHaveLength(0))
    await waitFor(() => expect(address()).toContain('run='))
    const stored = (puts(calls)[0]?.body as UnfinishedSession | undefined)?.questions ?? []
    expect(stored.map(({ questionId }) => questionId)).toEqual(questions.map(({ id }) => id))
    await waitFor(() => expect(answerIds(calls)).toEqual([stored[0]?.answerId]))
    const search = address()
    cleanup()

    at(search)
    await shows('Second')
    expect(screen.getByText('Answered').parentElement?.textContent).toContain('1')
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(answerIds(calls)[1]).toBe(stored[1]?.answerId))
    expect(address()).toBe(search)
  })

  test('of another device continues there, after its last answer', async () => {
    const account = inAccount([given(false)])
    const calls = asLearner({ account })
    const { user } = at(`?run=${sessionId}`)
    await shows('Second')
    expect(screen.getByText('Answered').parentElement?.textContent).toContain('1')
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(answerIds(calls)).toEqual([account.questions[1]?.answerId]))
  })

  test('repeats what was missed and not corrected yet, then is over and forgotten', async () => {
    const account = inAccount([given(false), given(true), given(false)], {
      corrected: [questions[0]?.id ?? ''],
    })
    const calls = asLearner({ account })
    const { user } = at(`?run=${sessionId}`)
    await shows('Third')
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(puts(calls)).toHaveLength(1))
    expect(puts(calls)[0]?.body).toMatchObject({ corrected: [questions[0]?.id, questions[2]?.id] })
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Session complete: 1 of 3 correct' })
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
    expect(localStorage.getItem(`practice_run@${learner.uid}`)).toBeNull()
  })

  test('continues from this device while the server can’t be reached', async () => {
    const calls = asLearner()
    const { user } = at('')
    await shows('First')
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(address()).toContain('run='))
    const search = address()
    cleanup()
    const away = () => Promise.reject(new TypeError('no network'))
    const id = new URLSearchParams(search).get('run')
    fakeNetwork({ 'GET /api/auth/me': away, [`GET ${sessions}/${id}`]: away })
    at(search)
    await shows('Second')
    expect(puts(calls)).not.toHaveLength(0)
  })

  test('that is over or unknown gives way to a new one', async () => {
    asLearner()
    at(`?run=${sessionId}`)
    await shows('First')
  })

  test('of a visitor continues on this device, and nothing is sent', async () => {
    const open = questions.map(({ correctAnswers: _key, explanation: _why, ...question }) => ({
      ...question,
      options: question.options.map(({ isCorrect: _right, ...option }) => option),
    }))
    const result = { isCorrect: true, correctOptionIds: ['b'], explanation: 'Why.', optionFeedback: [] }
    const calls = fakeNetwork({
      'GET /api/questions/unified': () => ({ success: true, data: open }),
      [`POST /api/questions/unified/${open[0]?.id}/check`]: () => ({ success: true, result }),
    })
    const { user } = at('')
    await shows('First')
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(address()).toContain('run='))
    const search = address()
    cleanup()
    at(search)
    await shows('Second')
    expect(calls.some(({ path }) => path.startsWith('/api/progress'))).toBe(false)
  })
})

describe("a plan's questions of today", () => {
  const ofPlan = { ...settings, mode: 'interview' as const }
  test.each([
    ['continue the session begun today', new Date().toISOString(), 'Second'],
    ['are a new session on another day', '2026-01-20T10:00:00.000Z', 'First'],
  ])('%s', async (_what, startedAt, title) => {
    const account = inAccount([given(true)], { settings: ofPlan, startedAt })
    asLearner({ account })
    at('?mode=interview')
    await shows(title)
  })
})

describe('a new session', () => {
  test('asks whether to continue the one with the same settings', async () => {
    asLearner({ account: inAccount([given(true)]) })
    const { user } = at('')
    await shows('First')
    await screen.findByText('Continue where you left off?')
    expect(screen.getByText(/^1 of 3 answered\. Started .*Nov.*20/)).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'Continue' }))
    await shows('Second')
    expect(screen.queryByText('Continue where you left off?')).toBeNull()
  })

  test('doesn’t ask about one with other settings, nor after its own first answer', async () => {
    const other = inAccount([given(true)], { settings: { ...settings, filters: { category: 'css' } } })
    asLearner({ account: other })
    const { user } = at('')
    await shows('First')
    await user.keyboard('2{Enter}')
    await screen.findByRole('heading', { name: 'Correct' })
    expect(screen.queryByText('Continue where you left off?')).toBeNull()
  })

  test('discards the old one if asked to', async () => {
    const calls = asLearner({ account: inAccount([given(true)]) })
    const { user } = at('')
    await user.click(await screen.findByRole('button', { name: 'Discard it' }))
    await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true))
    await waitFor(() => expect(screen.queryByText('Continue where you left off?')).toBeNull())
  })
})

test('an answer that another device gave first counts, and the page says so', async () => {
  asLearner({
    account: inAccount([]),
    earlier: { isCorrect: false, earlier: { selectedOptionIds: ['a'], response: null } },
  })
  const { user } = at(`?run=${sessionId}`)
  await shows('First')
  await user.keyboard('2{Enter}')
  await screen.findByText('You answered this on another device first. That answer counts.')
  expect(screen.getByRole('heading', { name: /^Incorrect/ })).toBeDefined()
})

test('the practice page lists unfinished sessions of all devices, and continues them', async () => {
  const settingsOfPath = { ...settings, filters: { learningPath: 'css', difficulty: 'beginner' } }
  asLearner({ account: inAccount([given(true)], { settings: settingsOfPath }) })
  renderAt('/practice', <PracticeHub />)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Continue/ })
  expect(link.getAttribute('href')).toBe(`/questions?run=${sessionId}&learningPath=css&difficulty=beginner`)
})
