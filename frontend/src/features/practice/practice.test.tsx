import type { AnsweredQuestion, PublicQuestion } from '@rehearse/contracts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress, sampleQuestion } from '../../testing/samples.ts'
import { Practice } from './practice.tsx'

const second = sampleQuestion({ id: '6a06845a-3869-42a4-bb3f-b045fc11a3e4', title: 'Timers in a loop' })
const withKey = (question: PublicQuestion): AnsweredQuestion => ({
  ...question,
  options: question.options.map((option) => ({ ...option, isCorrect: option.id === 'b' })),
  correctAnswers: ['b'],
  explanation: 'All four read the same variable.',
})
const list = (...data: unknown[]) => ({
  'GET /api/questions/unified': () => ({ success: true, data }),
  'GET /api/learning-paths': () => ({ success: true, data: [], count: 0 }),
  'GET /api/categories': () => ({ success: true, data: [], count: 0 }),
})
const graded = {
  isCorrect: true,
  correctOptionIds: ['b'],
  explanation: 'All four read the same variable.',
  optionFeedback: [{ id: 'a', feedback: 'It would, with let.' }],
}
const checkPath = `POST /api/questions/unified/${sampleQuestion().id}/check`
const {
  sectionProgress: _s,
  weeklyProgress: _w,
  monthlyProgress: _m,
  learningPaths: _l,
  ...summary
} = sampleProgress({
  currentStreak: 3,
})
const saved = {
  success: true,
  progressId: '8d5229c8-16de-4b2d-98c4-df2164f3c7b5',
  result: { ...graded, points: 10, questionVersion: 3, graded: 'server', attempt: 1 },
  progress: { ...summary, achievements: { ...summary.achievements, totalPoints: 50 } },
  newBadges: [],
  message: 'saved',
}
const asLearner = {
  'GET /api/auth/me': () => ({ success: true, user: learner }),
  'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
}
const start = () => renderAt('/questions', <Practice />)
const shown = () => screen.findByRole('heading', { level: 1, name: 'Closures: var in a loop' })

beforeEach(() => useSignInPrompt.setState({ open: false, onSuccess: undefined }))

test('a learner arriving with a session is never treated as a visitor while it loads', async () => {
  const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue('rehearse_signed_in=1')
  const me = Promise.withResolvers<object>()
  const calls = fakeNetwork({
    ...asLearner,
    ...list(withKey(sampleQuestion())),
    'GET /api/auth/me': () => me.promise,
  })
  start()
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/auth/me')).toBe(true))
  me.resolve({ success: true, user: learner })
  await shown()
  cookies.mockRestore()
  expect(calls.filter(({ path }) => path === '/api/questions/unified')).toHaveLength(1)
})

test('the choices of the filters load when the filters are opened', async () => {
  const calls = fakeNetwork({
    ...list(sampleQuestion(), second),
    'GET /api/learning-paths': () => ({ success: true, data: [{ id: 'css', title: 'Advanced CSS' }] }),
    'GET /api/categories': () => ({ success: true, data: [] }),
  })
  const { user } = start()
  await shown()
  expect(calls.some(({ path }) => path === '/api/learning-paths')).toBe(false)
  await user.click(screen.getByText('All paths', { selector: 'summary span' }))
  await screen.findByRole('option', { name: 'Advanced CSS' })
})

describe('a visitor', () => {
  test('answers by keyboard alone, sees the explanation, and continues', async () => {
    const calls = fakeNetwork({
      ...list(sampleQuestion(), second),
      [checkPath]: () => ({ success: true, result: graded }),
    })
    const { user } = start()
    await shown()
    await user.keyboard('2')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '4 4 4 4' }).checked).toBe(true)
    await user.keyboard('{Enter}')
    const result = await screen.findByRole('heading', { name: 'Correct' })
    expect(document.activeElement).toBe(result)
    expect(screen.getByRole('status').textContent).toBe('Correct.')
    expect(screen.getByText('All four read the same variable.')).toBeDefined()
    expect(screen.getByText('It would, with let.')).toBeDefined()
    expect(calls.find((call) => call.path.endsWith('/check'))?.body).toEqual({ selectedOptionIds: ['b'] })
    expect(calls.some((call) => call.path.startsWith('/api/progress'))).toBe(false)
    await user.keyboard('{Enter}')
    const next = await screen.findByRole('heading', { level: 1, name: 'Timers in a loop' })
    expect(document.activeElement).toBe(next)
    await user.keyboard('n')
    await screen.findByRole('heading', { name: 'Session complete: 1 of 1 correct' })
  })

  test('hears the correct answer without its markup', async () => {
    const question = sampleQuestion({
      options: [
        { id: 'a', text: '`0 1 2 3`' },
        { id: 'b', text: '```js\n4 4 4 4\n```' },
      ],
    })
    const result = { ...graded, isCorrect: false }
    fakeNetwork({ ...list(question), [checkPath]: () => ({ success: true, result }) })
    const { user } = start()
    await shown()
    await user.keyboard('1{Enter}')
    await screen.findByRole('heading', { name: 'Incorrect' })
    expect(screen.getByRole('status').textContent).toBe('Incorrect. The correct answer: 4 4 4 4.')
  })

  test('can’t check before choosing', async () => {
    const calls = fakeNetwork(list(sampleQuestion()))
    const { user } = start()
    await shown()
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('button', { name: /Check answer/ }))
    expect(calls.some((call) => call.path.endsWith('/check'))).toBe(false)
  })

  test('compares a written answer with the model answer, checks its points and rates it', async () => {
    const explanation = [
      'A closure keeps its variables.',
      '**Checklist**\n- Names `let`\n  > Why not `var`?\n- Names the scope\n- Gives an example',
      'See [MDN](https://developer.mozilla.org/).',
    ].join('\n\n')
    fakeNetwork({
      ...list(sampleQuestion({ type: 'open-ended', selection: null, options: [] })),
      [checkPath]: () => ({
        success: true,
        result: { isCorrect: null, correctOptionIds: [], explanation, optionFeedback: [] },
      }),
    })
    const { user } = start()
    await shown()
    await user.type(await screen.findByRole('textbox', { name: /Your answer/ }), 'It remembers 2 things.')
    await user.keyboard('{Control>}{Enter}{/Control}')
    const model = await screen.findByRole('region', { name: 'Model answer' })
    expect(model.textContent).toBe('Model answerA closure keeps its variables.See MDN.')
    expect(document.activeElement?.textContent).toBe('Model answer')
    expect(screen.getByRole('region', { name: 'Your answer' }).textContent).toContain(
      'It remembers 2 things.',
    )
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save result' })
    const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name }).checked
    expect([save.disabled, isChosen('I got it'), isChosen('Not yet')]).toEqual([true, false, false])
    await user.keyboard('1')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Names let' }).checked).toBe(true)
    expect([save.disabled, isChosen('I got it'), isChosen('Not yet')]).toEqual([false, false, true])
    await user.keyboard('2')
    expect(screen.getByText('2 of 3 points covered')).toBeDefined()
    expect([isChosen('I got it'), isChosen('Not yet')]).toEqual([true, false])
    await user.click(screen.getByRole('radio', { name: 'Not yet' }))
    await user.keyboard('3')
    expect([isChosen('I got it'), isChosen('Not yet')]).toEqual([false, true])
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Incorrect' })
    expect(screen.getByRole('region', { name: 'Model answer' })).toBeDefined()
    expect(screen.getAllByText('A closure keeps its variables.')).toHaveLength(1)
  })

  test('gets the draft of an open question back after a reload, until it is saved', async () => {
    fakeNetwork({
      ...list(sampleQuestion({ type: 'open-ended', selection: null, options: [] })),
      [checkPath]: () => ({
        success: true,
        result: { isCorrect: null, correctOptionIds: [], explanation: 'Closures.', optionFeedback: [] },
      }),
    })
    const first = start()
    await shown()
    await first.user.type(await screen.findByRole('textbox', { name: /Your answer/ }), 'Variables stay.')
    first.unmount()
    const { user } = start()
    await shown()
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Your answer/ })).value).toBe(
      'Variables stay.',
    )
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('radio', { name: 'I got it' }))
    await user.click(screen.getByRole('button', { name: 'Save result' }))
    await screen.findByRole('heading', { name: 'Correct' })
    expect(JSON.stringify(localStorage)).not.toContain('Variables stay.')
  })

  test('sees when nothing matches, and when loading fails', async () => {
    fakeNetwork(list())
    start()
    expect(await screen.findByRole('heading', { name: 'No questions match these filters' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Show all questions' }).getAttribute('href')).toBe('/questions')
  })

  test('can try again after a failure', async () => {
    let fails = true
    fakeNetwork({
      ...list(),
      'GET /api/questions/unified': () =>
        fails ? errorResponse(400, 'Invalid') : { success: true, data: [sampleQuestion()] },
    })
    const { user } = start()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load questions')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await shown()
  })
})

describe('a learner', () => {
  beforeEach(() => localStorage.setItem('auth_profile', JSON.stringify(learner)))

  test('saves the answer with its id, time and session, and the progress updates at once', async () => {
    const calls = fakeNetwork({
      ...list(sampleQuestion()),
      ...asLearner,
      'POST /api/progress/save': () => saved,
    })
    const { user } = start()
    await shown()
    await screen.findByText('day streak')
    await user.keyboard('2{Enter}')
    expect((await screen.findByRole('heading', { name: /Correct/ })).textContent).toContain('+10')
    const save = calls.find((call) => call.path === '/api/progress/save')
    expect(save?.body).toMatchObject({
      answerId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      questionId: sampleQuestion().id,
      selectedOptionIds: ['b'],
      questionVersion: 3,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      timeSpent: expect.any(Number),
    })
    const cached = JSON.parse(localStorage.getItem('progress_learner-1') ?? '{}')
    expect(cached.progress).toMatchObject({ currentStreak: 3, achievements: { totalPoints: 50 } })
    await waitFor(() => expect(screen.getByText('3')).toBeDefined())
  })

  test('sends the same answer id again after a failure', async () => {
    let fails = true
    const calls = fakeNetwork({
      ...list(sampleQuestion()),
      ...asLearner,
      'POST /api/progress/save': () => (fails ? errorResponse(503, 'The service is away') : saved),
    })
    const { user } = start()
    await shown()
    await user.keyboard('2{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save progress')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: /Correct/ })
    const ids = calls
      .filter((call) => call.path === '/api/progress/save')
      .map((call) => (call.body as { answerId: string }).answerId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('doesn’t leave an answer that this device can’t store before the server has it', async () => {
    const held = Promise.withResolvers<void>()
    const calls = fakeNetwork({
      ...list(withKey(sampleQuestion()), withKey(second)),
      ...asLearner,
      'POST /api/progress/save': () => held.promise.then(() => saved),
    })
    const { user } = start()
    await shown()
    await user.keyboard('2{Enter}')
    screen.getByRole('heading', { name: 'Correct' })
    await waitFor(() => expect(calls.some(({ path }) => path === '/api/progress/save')).toBe(true))
    await user.keyboard('n')
    expect(screen.queryByRole('heading', { level: 1, name: 'Timers in a loop' })).toBeNull()
    held.resolve()
    await screen.findByRole('heading', { level: 1, name: 'Timers in a loop' })
    await screen.findByText('+10')
  })

  test('leaves an answer that could not be saved only after a warning', async () => {
    const held = Promise.withResolvers<void>()
    fakeNetwork({
      ...list(withKey(sampleQuestion()), withKey(second)),
      ...asLearner,
      'POST /api/progress/save': () => held.promise.then(() => errorResponse(503, 'The service is away')),
    })
    const { user } = start()
    await shown()
    await user.keyboard('2{Enter}{Enter}')
    held.resolve()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to save progress')
    expect(screen.getByRole('heading', { level: 1, name: 'Closures: var in a loop' })).toBeDefined()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: 'Timers in a loop' })
  })

  test('whose session has ended signs in, and the answer is saved', async () => {
    let signedOut = true
    const calls = fakeNetwork({
      ...list(sampleQuestion()),
      ...asLearner,
      'POST /api/progress/save': () => (signedOut ? errorResponse(401, 'Authentication required') : saved),
    })
    const { user } = start()
    await shown()
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(useSignInPrompt.getState().open).toBe(true))
    signedOut = false
    useSignInPrompt.getState().onSuccess?.()
    await screen.findByRole('heading', { name: /Correct/ })
    const saves = calls.filter((call) => call.path === '/api/progress/save')
    expect(new Set(saves.map((call) => (call.body as { answerId: string }).answerId)).size).toBe(1)
  })
})
