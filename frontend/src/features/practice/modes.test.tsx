import 'fake-indexeddb/auto'
import type { AnsweredQuestion } from '@rehearse/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pendingAnswers, removeAnswers } from '../../shared/offline/answer-queue.ts'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleParts, sampleProgress, sampleQuestion, sampleToday } from '../../testing/samples.ts'
import { Practice } from './practice.tsx'
import { PracticeHub } from './practice-hub.tsx'

const question = (part: Partial<AnsweredQuestion> = {}): AnsweredQuestion => ({
  ...sampleQuestion(),
  options: [
    { id: 'a', text: '0 1 2 3', isCorrect: false, feedback: 'It would, with let.' },
    { id: 'b', text: '4 4 4 4', isCorrect: true },
  ],
  correctAnswers: ['b'],
  explanation: 'All four read the same variable.',
  ...part,
})
const second = question({ id: '6a06845a-3869-42a4-bb3f-b045fc11a3e4', title: 'Timers in a loop', points: 30 })
const saved = ({ body }: Call) => {
  const right = (body as { selectedOptionIds: string[] }).selectedOptionIds[0] === 'b'
  return {
    success: true,
    progressId: 'x',
    result: {
      isCorrect: right,
      correctOptionIds: ['b'],
      explanation: 'All four read the same variable.',
      optionFeedback: [],
      points: right ? 10 : 0,
      questionVersion: 3,
      graded: 'server',
      attempt: 1,
    },
    progress: sampleProgress(),
    newBadges: [],
    message: 'saved',
  }
}
const plan = {
  planId: 'two-day',
  origin: 'template',
  name: 'Two-Day Sprint',
  duration: 2,
  state: 'running',
  currentDay: 1,
  days: [{ day: 1, target: 3, done: 1, correct: 1 }],
  sections: [
    { id: 'html', name: 'HTML', category: 'HTML', target: 1, done: 1, correct: 1 },
    { id: 'js', name: 'JavaScript', category: 'JavaScript', target: 5, done: 0, correct: 0 },
  ],
  document: null,
}
const network = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/questions/unified': () => ({ success: true, data: [question(), second] }),
    'GET /api/learning-paths': () => ({ success: true, data: [] }),
    'GET /api/categories': () => ({ success: true, data: [] }),
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'GET /api/progress/plans': () => ({ success: true, plans: [plan] }),
    'GET /api/guided-learning/plans/two-day': () => ({ success: true, data: { sections: [] } }),
    'GET /api/progress/bookmarks': () => ({
      success: true,
      bookmarks: [],
      pagination: { totalCount: 0, hasNext: false },
    }),
    'POST /api/progress/save': saved,
    ...more,
  })
const routes = (
  <Routes>
    <Route path="practice" element={<PracticeHub />} />
    <Route path="questions" element={<Practice />} />
  </Routes>
)
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const savesIn = (calls: Call[]) =>
  calls.filter(({ path }) => path === '/api/progress/save').map(({ body }) => body as Record<string, unknown>)

beforeEach(async () => {
  localStorage.setItem('auth_profile', JSON.stringify(learner))
  await removeAnswers((await pendingAnswers(learner.uid)).map(({ answerId }) => answerId))
})

test('a retried question is practice: the first answer is cleared and nothing is saved', async () => {
  const calls = network()
  const { user } = renderAt('/questions', routes)
  await heading('Closures: var in a loop')
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  await user.keyboard('r')
  expect(await screen.findByRole('radio', { name: '0 1 2 3' })).toHaveProperty('checked', false)
  expect(screen.queryByText('All four read the same variable.')).toBeNull()
  screen.getByText('Try again, not scored')
  await user.keyboard('2{Enter}')
  const result = await screen.findByRole('heading', { name: /Correct/ })
  expect(result.textContent).not.toContain('+')
  expect(savesIn(calls).map(({ selectedOptionIds }) => selectedOptionIds)).toEqual([['a']])
})

test('an answer is graded locally at once, and its points arrive with the server’s result', async () => {
  const held = Promise.withResolvers<void>()
  network({ 'POST /api/progress/save': (call) => held.promise.then(() => saved(call)) })
  const { user } = renderAt('/questions', routes)
  await heading('Closures: var in a loop')
  await user.keyboard('2{Enter}')
  const result = screen.getByRole('heading', { name: 'Correct' })
  expect(document.activeElement).toBe(result)
  expect(screen.getByText('All four read the same variable.')).toBeDefined()
  held.resolve()
  await screen.findByRole('heading', { name: /Correct.*10 points/ })
  expect(screen.queryByText(/was corrected/)).toBeNull()
})

test('if the server grades differently, its result counts and the page says so', async () => {
  network({
    'POST /api/progress/save': (call) => {
      const { result, ...reply } = saved(call)
      return { ...reply, result: { ...result, isCorrect: false, correctOptionIds: ['a'], points: 0 } }
    },
  })
  const { user } = renderAt('/questions', routes)
  await heading('Closures: var in a loop')
  await user.keyboard('2{Enter}')
  await screen.findByText(
    'The answer key for this question was corrected. This is how your answer counts now.',
  )
  screen.getByRole('heading', { name: 'Incorrect' })
  expect(screen.getByText('0 1 2 3').closest('li')?.textContent).toContain('correct')
  expect(screen.getByText('4 4 4 4').closest('li')?.textContent).toContain('your answer')
})

test('without a network an answer is graded locally, queued, and sent later under its id', async () => {
  let away = true
  const calls = network({
    'POST /api/progress/save': (call) => (away ? errorResponse(503, 'away') : saved(call)),
  })
  const { user } = renderAt('/questions', routes)
  await heading('Closures: var in a loop')
  await user.keyboard('2{Enter}')
  screen.getByRole('heading', { name: 'Correct' })
  await screen.findByText(/This answer is saved on your device/)
  const [waiting] = await pendingAnswers(learner.uid)
  expect(waiting).toMatchObject({ questionId: question().id, userId: learner.uid, selectedOptionIds: ['b'] })
  away = false
  await user.keyboard('{Enter}')
  await heading('Timers in a loop')
  network({ 'POST /api/progress/save/batch': ({ body }) => batchOf(body) })
  await user.keyboard('2{Enter}')
  await waitFor(async () => expect(await pendingAnswers(learner.uid)).toEqual([]))
  expect(savesIn(calls)[0]?.answerId).toBe(waiting?.answerId)
})
const batchOf = (body: unknown) => ({
  success: true,
  results: (body as { answers: { answerId: string; selectedOptionIds: string[] }[] }).answers.map(
    (answer) => ({
      answerId: answer.answerId,
      status: 'saved',
      result: saved({ body: answer } as unknown as Call).result,
    }),
  ),
  newBadges: [],
  progress: sampleProgress(),
})

test('without a network cached questions are practiced', async () => {
  network()
  const first = renderAt('/questions', routes)
  await heading('Closures: var in a loop')
  first.unmount()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  renderAt('/questions?category=javascript', routes)
  await screen.findByRole('heading', { level: 1, name: /timer|var in a loop/i })
})

test('mistakes are the questions that the server returns, oldest first, without deleted ones', async () => {
  const calls = network({
    'GET /api/progress/mistakes': () => ({
      success: true,
      mistakes: ['early', 'gone', 'late'].map((questionId) => ({ questionId })),
      totalCount: 30,
      next: null,
    }),
    'GET /api/questions/unified/early': () => ({ success: true, data: question() }),
    'GET /api/questions/unified/late': () => ({ success: true, data: second }),
  })
  renderAt('/questions?mode=review', routes)
  await heading('Closures: var in a loop')
  await screen.findByText('Review mistakes')
  expect(screen.getByText('1 of 2', { exact: false })).toBeDefined()
  expect(calls.find(({ path }) => path.endsWith('/mistakes'))?.query.get('pageSize')).toBe('20')
})

test('bookmarked questions are practiced, without deleted ones', async () => {
  const marked = [second.id, 'deleted'].map((questionId) => ({ questionId }))
  network({
    'GET /api/progress/bookmarks': () => ({
      success: true,
      bookmarks: marked,
      pagination: { totalCount: 2, hasNext: false },
    }),
    [`GET /api/questions/unified/${second.id}`]: () => ({ success: true, data: second }),
  })
  renderAt('/questions?mode=bookmarks', routes)
  await heading('Timers in a loop')
  await screen.findByText('Bookmarked questions')
  expect(screen.getByText('1 of 1', { exact: false })).toBeDefined()
})

test('a single question has its own URL, and leads on to others', async () => {
  network({ [`GET /api/questions/unified/${second.id}`]: () => ({ success: true, data: second }) })
  const { user } = renderAt(`/questions?question=${second.id}`, routes)
  await heading('Timers in a loop')
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  await user.keyboard('{Enter}')
  await heading('Session complete: 1 of 1 correct')
  expect(screen.getByRole('link', { name: 'Practice other questions' }).getAttribute('href')).toBe(
    '/questions',
  )
})

test.each([
  ['/questions?question=deleted', 'Question not found'],
  ['/questions?mode=bookmarks', 'No bookmarked questions'],
])('an empty session says why: %s', async (address, why) => {
  network()
  renderAt(address, routes)
  await screen.findByRole('heading', { name: why })
})

test('a plan’s day selects what its sections still need, and its answers count for the plan', async () => {
  const calls = network()
  const { user } = renderAt('/questions?plan=two-day', routes)
  await heading('Closures: var in a loop')
  await screen.findByText(/Two-Day Sprint.*day 1 of 2/)
  const selected = calls.find(({ path }) => path === '/api/questions/unified')
  expect(Object.fromEntries(selected?.query ?? [])).toMatchObject({ category: 'javascript', count: '2' })
  await user.keyboard('2{Enter}')
  await waitFor(() => expect(savesIn(calls)).toHaveLength(1))
  expect(savesIn(calls)[0]).toMatchObject({ learningMode: 'guided', planId: 'two-day' })
})

test('a plan’s day has as many questions as it promises, even if its sections share questions', async () => {
  const third = question({ id: '9b0c1df0-7f6c-4c5e-9a55-0d6a4f0f6b1e', title: 'Closures in a handler' })
  const ofCategory = { html: [question()], javascript: [question(), second] }
  network({
    'GET /api/progress/plans': () => ({
      success: true,
      plans: [
        {
          ...plan,
          days: [{ day: 1, target: 3, done: 0, correct: 0 }],
          sections: plan.sections.map((section) => ({ ...section, done: 0 })),
        },
      ],
    }),
    'GET /api/questions/unified': ({ query }) => {
      const category = query.get('category') as keyof typeof ofCategory | null
      return { success: true, data: category ? ofCategory[category] : [question(), second, third] }
    },
  })
  const { user } = renderAt('/questions?plan=two-day', routes)
  for (const { title } of [question(), second, third]) {
    await heading(title)
    await user.keyboard('n')
  }
  await heading('Session complete')
})

test('the practice modes begin with the current plan, and what today asks for of it', async () => {
  const { plan } = sampleParts
  const parts = [{ ...plan, count: 2, why: { ...plan.why, planId: 'two-day' } }]
  network({ 'GET /api/progress/today': () => ({ success: true, today: sampleToday({ parts }) }) })
  renderAt('/practice', routes)
  const link = await screen.findByRole('link', { name: 'Continue day 1' })
  expect(link.getAttribute('href')).toBe('/questions?plan=two-day')
  await screen.findByText('2 questions left today.')
  expect(screen.getByRole('link', { name: 'Review mistakes' }).getAttribute('href')).toBe(
    '/questions?mode=review',
  )
})

test.each(['review', 'bookmarks'])(
  'a mode that needs an account asks a visitor to sign in: %s',
  async (mode) => {
    localStorage.clear()
    network()
    renderAt(`/questions?mode=${mode}`, routes)
    await screen.findByRole('heading', { name: 'Sign in to continue' })
  },
)

describe('a mock test', () => {
  test('shows no result before its end, and weights the score by question', async () => {
    const calls = network()
    const { user } = renderAt('/questions?mode=mock', routes)
    await heading('Timed mock test')
    await user.click(screen.getByRole('button', { name: 'Start test' }))
    await heading('Closures: var in a loop')
    await user.keyboard('1{Enter}')
    await heading('Timers in a loop')
    expect(screen.queryByText('Incorrect')).toBeNull()
    await user.keyboard('2{Enter}')
    await heading('Test complete')
    expect(await screen.findByText('30 of 40 points')).toBeDefined()
    expect(screen.getByText('75%')).toBeDefined()
    const row = (title: string) => within(screen.getByText(title).closest('summary') as HTMLElement)
    expect(row('Closures: var in a loop').getByText('incorrect')).toBeDefined()
    expect(row('Timers in a loop').getByText('correct')).toBeDefined()
    expect(savesIn(calls)).toHaveLength(2)
  })

  test('ends when the time is up, with what was chosen by then', async () => {
    const calls = network()
    const { user } = renderAt('/questions?mode=mock', routes)
    await heading('Timed mock test')
    await user.click(screen.getByRole('button', { name: 'Start test' }))
    await heading('Closures: var in a loop')
    await user.keyboard('1{Enter}')
    await heading('Timers in a loop')
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 121_000)
    await act(() => new Promise((passed) => setTimeout(passed, 1_100)))
    await heading('Test complete')
    vi.restoreAllMocks()
    expect((await screen.findAllByText('not answered')).length).toBe(1)
    await waitFor(() => expect(savesIn(calls)).toHaveLength(1))
  })
})

describe('the tools of a question', () => {
  test('add and remove a bookmark', async () => {
    const path = `/api/progress/bookmarks/${question().id}`
    let marks = [] as { questionId: string }[]
    const calls = network({
      'GET /api/progress/bookmarks': () => ({
        success: true,
        bookmarks: marks,
        pagination: { totalCount: marks.length, hasNext: false },
      }),
      [`PUT ${path}`]: () => {
        marks = [{ questionId: question().id }]
        return { success: true, bookmark: {} }
      },
      [`DELETE ${path}`]: () => {
        marks = []
        return { success: true }
      },
    })
    const { user } = renderAt('/questions', routes)
    await user.click(await screen.findByRole('button', { name: 'Bookmark' }))
    await user.click(await screen.findByRole('button', { name: 'Bookmarked', pressed: true }))
    await screen.findByRole('button', { name: 'Bookmark', pressed: false })
    await waitFor(() => {
      const methods = calls.filter((call) => call.path === path).map(({ method }) => method)
      expect(methods).toEqual(['PUT', 'DELETE'])
    })
  })

  test('save a note, without triggering practice shortcuts', async () => {
    const path = `/api/progress/notes/${question().id}`
    const calls = network({ [`PUT ${path}`]: () => ({ success: true, note: {} }) })
    const { user } = renderAt('/questions', routes)
    await user.click(await screen.findByRole('button', { name: 'Note' }))
    await user.type(await screen.findByLabelText('Your note'), 'var is 1 for all, not n')
    await user.click(screen.getByRole('button', { name: 'Save note' }))
    await screen.findByText('Saved.')
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ text: 'var is 1 for all, not n' })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Closures: var in a loop')
  })

  test('report an error, with a reason and a comment', async () => {
    const path = `/api/questions/unified/${question().id}/reports`
    const calls = network({ [`POST ${path}`]: () => ({ success: true, data: {}, message: 'ok' }) })
    const { user } = renderAt('/questions', routes)
    await user.click(await screen.findByRole('button', { name: 'Report' }))
    await user.selectOptions(screen.getByLabelText("What's wrong?"), 'Out of date')
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    await screen.findByText("Describe what's wrong in a few words.")
    await user.type(screen.getByLabelText('Details'), 'Since 2024 it is otherwise.')
    await user.click(screen.getByRole('button', { name: 'Send report' }))
    await screen.findByText("Thank you. We'll look into it.")
    expect(calls.find((call) => call.path === path)?.body).toEqual({
      reason: 'outdated',
      text: 'Since 2024 it is otherwise.',
    })
  })

  test('play its audio if recorded, and its answer’s audio after answering', async () => {
    network({
      'GET /api/questions/unified': () => ({
        success: true,
        data: [question({ audioQuestion: '/api/audio/q.mp3', audioAnswer: '/api/audio/a.mp3' })],
      }),
    })
    const { user } = renderAt('/questions', routes)
    expect((await screen.findByLabelText('Listen to the question')).getAttribute('src')).toBe(
      '/api/audio/q.mp3',
    )
    expect(screen.queryByLabelText('Listen to the answer')).toBeNull()
    await user.keyboard('2{Enter}')
    expect((await screen.findByLabelText('Listen to the answer')).getAttribute('src')).toBe(
      '/api/audio/a.mp3',
    )
  })
})
