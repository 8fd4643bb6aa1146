import 'fake-indexeddb/auto'
import type { AnsweredQuestion } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Call, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress, sampleQuestion } from '../../testing/samples.ts'
import { Practice } from './practice.tsx'
import { StepLeft } from './step-left.tsx'

const withKey = (part: Parameters<typeof sampleQuestion>[0] = {}): AnsweredQuestion => {
  const question = sampleQuestion(part)
  return {
    ...question,
    options: question.options.map((option) => ({ ...option, isCorrect: option.id === 'b' })),
    correctAnswers: ['b'],
    explanation:
      'Look at the loop:\n\n```js\nlet sum\n```\n\n1. All *four* read `i.` of the loop. It is 4 by the time they run. Use `let`.',
  }
}
const first = withKey()
const second = withKey({ id: '6a06845a-3869-42a4-bb3f-b045fc11a3e4', title: 'Timers in a loop' })
const badge = {
  id: 'first-steps',
  name: 'First steps',
  description: '',
  rarity: 'common',
  points: 10,
  earnedAt: '2026-01-01T00:00:00.000Z',
}
const saved = ({ body }: Call) => {
  const { selectedOptionIds } = body as { selectedOptionIds: string[] }
  const isCorrect = selectedOptionIds.includes('b')
  const progress = sampleProgress({ currentStreak: 3, totalQuestions: 5 })
  return {
    success: true,
    result: {
      isCorrect,
      correctOptionIds: ['b'],
      explanation: first.explanation,
      optionFeedback: [],
      points: isCorrect ? 10 : 0,
      questionVersion: 3,
      graded: 'server',
      attempt: 1,
    },
    progress: { ...progress, achievements: { ...progress.achievements, level: 2 } },
    newBadges: isCorrect ? [badge] : [],
    message: 'saved',
  }
}
const network = (more: Parameters<typeof fakeNetwork>[0] = {}) =>
  fakeNetwork({
    'GET /api/questions/unified': () => ({ success: true, data: [first, second] }),
    'GET /api/learning-paths': () => ({ success: true, data: [] }),
    'GET /api/categories': () => ({ success: true, data: [] }),
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'POST /api/progress/save': saved,
    ...more,
  })
const savesIn = (calls: Call[]) => calls.filter(({ path }) => path === '/api/progress/save').length
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => localStorage.setItem('auth_profile', JSON.stringify(learner)))

test('a missed question comes back once, is not saved again, and is listed first at the end', async () => {
  const calls = network()
  const { user } = renderAt('/questions', <Practice />)
  await heading(first.title)
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  await user.keyboard('{Enter}')
  await heading(second.title)
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  await user.keyboard('{Enter}')

  await heading(first.title)
  screen.getByText('Try again, not scored')
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  await user.keyboard('{Enter}')

  await heading('Session complete: 1 of 2 correct')
  await waitFor(() => expect(savesIn(calls)).toBe(2))
  const missed = within(screen.getByRole('region', { name: 'What you missed' })).getAllByRole('listitem')[0]
  const summary = missed?.querySelector('summary')?.textContent
  expect(summary).toContain('Your answer: 0 1 2 3')
  expect(summary).toContain('Correct answer: 4 4 4 4')
  expect(summary).toContain('All four read i. of the loop. It is 4 by the time they run.')
  expect(summary).not.toMatch(/Look at|let sum|Use let/)
  expect(summary).toContain('Correct on retry')
  const cards = screen.getByRole('link', { name: 'Study this one as a flashcard' })
  expect(cards.getAttribute('href')).toBe(`/flashcards?questions=${first.id}`)

  await user.click(screen.getByRole('button', { name: 'Retry this one' }))
  await heading(first.title)
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  await user.keyboard('{Enter}')
  await heading('Session complete: 1 of 2 correct')
  expect(savesIn(calls)).toBe(2)
})

test('a missed question says why the chosen option is incorrect', async () => {
  const feedback = 'With `let`, each turn would have its own `i`.'
  network({
    'GET /api/questions/unified': () => ({ success: true, data: [first] }),
    'POST /api/progress/save': (call) => {
      const { result, ...rest } = saved(call)
      return { ...rest, result: { ...result, optionFeedback: [{ id: 'a', feedback }] } }
    },
  })
  const { user } = renderAt('/questions', <Practice />)
  await heading(first.title)
  await user.click(screen.getByRole('checkbox', { name: 'Repeat missed questions at the end' }))
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  await user.keyboard('{Enter}')
  await heading('Session complete: 0 of 1 correct')
  await waitFor(() => {
    const summary = screen.getByRole('region', { name: 'What you missed' }).querySelector('summary')
    expect(summary?.textContent).toContain('With let, each turn would have its own i.')
    expect(summary?.textContent).not.toContain('All four read')
  })
})

test('a question that comes up again in the next round is practice', async () => {
  const calls = network({ 'GET /api/questions/unified': () => ({ success: true, data: [first] }) })
  const { user } = renderAt('/questions', <Practice />)
  await heading(first.title)
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  await user.keyboard('{Enter}')
  await heading('Session complete: 1 of 1 correct')
  await user.click(screen.getByRole('button', { name: 'Practice more questions' }))
  await heading(first.title)
  screen.getByText('Try again, not scored')
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  expect(savesIn(calls)).toBe(1)
})

test('a missed question of a step counts in the next session', async () => {
  const state = (of: 'missed' | 'unseen') => ({ questionId: first.id, state: of })
  let hasMissed = false
  const calls = network({
    'GET /api/progress/paths/css': () => ({
      success: true,
      path: null,
      steps: [
        {
          ...{ id: 'one', title: 'Selectors', isCompleted: false },
          questions: [state(hasMissed ? 'missed' : 'unseen')],
        },
      ],
    }),
    [`GET /api/questions/unified/${first.id}`]: () => ({ success: true, data: first }),
    'GET /api/progress/reviews': () => ({ success: true, reviews: [] }),
    'POST /api/progress/save': (call) => {
      hasMissed = true
      return saved(call)
    },
  })
  const { user } = renderAt('/questions?learningPath=css&step=one', <Practice />)
  await heading(first.title)
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  await user.keyboard('{Enter}')
  // It comes back at once, as practice.
  await screen.findByText('Try again, not scored')
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Answer again in a new session' }))
  await heading(first.title)
  expect(screen.queryByText('Try again, not scored')).toBeNull()
  await user.keyboard('2{Enter}')
  await waitFor(() => expect(savesIn(calls)).toBe(2))
})

test('the late result of a session that was left doesn’t make the next one practice', async () => {
  const held = Promise.withResolvers<void>()
  const calls = network({
    'GET /api/questions/unified': () => ({ success: true, data: [first] }),
    'POST /api/progress/save': (call) => held.promise.then(() => saved(call)),
  })
  const { user, unmount, queryClient } = renderAt('/questions', <Practice />)
  await heading(first.title)
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  unmount()
  held.resolve()
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  const next = renderAt('/questions', <Practice />)
  await heading(first.title)
  expect(screen.queryByText('Try again, not scored')).toBeNull()
  await next.user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  await waitFor(() => expect(savesIn(calls)).toBe(2))
})

test('a question missed last comes back even while its save is in flight', async () => {
  const held = Promise.withResolvers<void>()
  network({ 'POST /api/progress/save': (call) => held.promise.then(() => saved(call)) })
  const { user } = renderAt('/questions', <Practice />)
  await heading(first.title)
  await user.keyboard('n')
  await heading(second.title)
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  await user.keyboard('{Enter}')
  await screen.findByText('Try again, not scored')
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  await user.keyboard('{Enter}')
  await heading('Session complete: 0 of 1 correct')
  held.resolve()
  await screen.findByText('Level 2 reached')
})

test('missed questions don’t come back if the preference is off', async () => {
  network()
  const { user } = renderAt('/questions', <Practice />)
  await heading(first.title)
  await user.click(screen.getByRole('checkbox', { name: 'Repeat missed questions at the end' }))
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  await user.keyboard('{Enter}')
  await heading(second.title)
  await user.keyboard('n')
  await heading('Session complete: 0 of 1 correct')
})

test('a badge, a level and a longer streak each get a line when they arrive, and a perfect session says so', async () => {
  network()
  const { user } = renderAt('/questions', <Practice />)
  await heading(first.title)
  await screen.findByText('day streak')
  await user.keyboard('2{Enter}')
  await screen.findByText('New badge: First steps')
  screen.getByText('Level 2 reached')
  screen.getByText('Streak: 3 days in a row')
  await user.keyboard('{Enter}')
  await heading(second.title)
  await user.keyboard('n')
  await heading('Session complete: 1 of 1 correct')
  screen.getByText('A perfect session: every answer is correct.')
  expect(screen.getAllByText('New badge: First steps')).toHaveLength(1)
})

test('completed steps are listed, each path with its next step', async () => {
  let hasAnswered = false
  const path = (completedSections: string[]) => ({ pathId: 'css', pathName: 'CSS', completedSections })
  network({
    'GET /api/progress/get': () => ({
      success: true,
      progress: {
        ...sampleProgress(),
        learningPaths: [path(hasAnswered ? ['selectors', 'grid'] : ['selectors'])],
      },
    }),
    'POST /api/progress/save': (call) => {
      hasAnswered = true
      return saved(call)
    },
    'GET /api/progress/paths/css': () => ({
      success: true,
      steps: [
        { id: 'selectors', title: 'Selectors', isCompleted: true },
        { id: 'grid', title: 'Grid', isCompleted: true },
        { id: 'layers', title: 'Layers', isCompleted: false },
      ],
      certificate: null,
    }),
  })
  const { user } = renderAt('/questions', <Practice />)
  await heading(first.title)
  await screen.findByText('day streak')
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: /Correct/ })
  await user.keyboard('{Enter}')
  await heading(second.title)
  await user.keyboard('n')
  await heading('Session complete: 1 of 1 correct')
  await screen.findByText('Step completed: Grid')
  expect(screen.queryByText('Step completed: Selectors')).toBeNull()
  const next = screen.getByRole('link', { name: 'Next: Layers' })
  expect(next.getAttribute('href')).toBe('/learning-paths/css/layers')
})

const openAtWidth = async (width: number) => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), {
      matches: Number(/min-width: (\d+)rem/.exec(query)?.[1]) * 16 <= width,
    }),
  )
  network()
  const { user } = renderAt('/questions', <Practice />)
  await heading(first.title)
  return user
}
const strip = { name: 'Questions in this session' }

test('a window of 1440 px shows the questions of the session, their results, and the current one', async () => {
  const user = await openAtWidth(1440)
  const cells = () =>
    within(screen.getByRole('list', strip))
      .getAllByRole('listitem')
      .map((cell) => [cell.firstChild?.textContent?.trim(), cell.getAttribute('aria-current')])
  await screen.findByRole('list', strip)
  expect(cells()).toEqual([
    ['Question 1 of 2', 'step'],
    ['Question 2 of 2', null],
  ])
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  await user.keyboard('{Enter}')
  await heading(second.title)
  expect(cells()).toEqual([
    ['Question 1 of 2 Incorrect', null],
    ['Question 2 of 2', 'step'],
  ])
})

test('a narrower window has no room for them', async () => {
  const user = await openAtWidth(1439)
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Incorrect' })
  expect(screen.queryByRole('list', strip)).toBeNull()
})

test('the end of a step says what it lacks, and when a corrected question passes', async () => {
  const states = ['correct', 'correct', 'correct', 'missed'].map((state, at) => ({
    questionId: `q${at}`,
    state,
  }))
  network({
    'GET /api/progress/paths/css': () => ({
      success: true,
      path: null,
      steps: [{ id: 'one', title: 'Selectors', isCompleted: false, questions: states }],
    }),
    'GET /api/progress/reviews': ({ query }) => ({
      success: true,
      reviews: query.get('questions') === 'q3' ? [{ due: new Date(Date.now() + 600_000).toISOString() }] : [],
    }),
  })
  const onRestart = vi.fn()
  const { user } = renderAt(
    '/questions',
    <StepLeft uid={learner.uid} pathId="css" stepId="one" onRestart={onRestart} />,
  )
  // 80 % of four questions are all four.
  await screen.findByText(/3 of 4 correct\. This step is complete at 4 of 4\..*it passes at a later answer/)
  await screen.findByText(/comes back as a flashcard: 10 min/)
  await user.click(screen.getByRole('button', { name: 'Answer again in a new session' }))
  expect(onRestart).toHaveBeenCalled()
})
