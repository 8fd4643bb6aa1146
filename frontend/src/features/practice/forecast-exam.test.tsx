import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleInterview, sampleQuestion } from '../../testing/samples.ts'
import { ForecastExam } from './forecast-exam.tsx'

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))

const questions = ['one', 'two', 'three'].map((id) => sampleQuestion({ id, title: `Question ${id}` }))
const exam = {
  examId: 'exam-1',
  questionIds: ['one', 'two', 'three'],
  predicted: 0.78,
  low: 0.7,
  high: 0.86,
  madeAt: '2026-03-10T10:00:00.000Z',
  testedAt: null,
}
const graded = (isCorrect: boolean) => ({
  isCorrect,
  correctOptionIds: ['a'],
  correctResponse: null,
  explanation: 'Because of the loop.',
  optionFeedback: [],
  points: 10,
})

const reserved = Array.from({ length: 20 }, (_, at) => `8d5229c8-16de-4b2d-98c4-df2164f3c8${at + 10}`)
const known = { chance: 0.7, low: 0.6, high: 0.8, n: 40 }
const open = (responses: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/interview': () => ({
      success: true,
      interview: sampleInterview({ reservedIds: reserved }),
    }),
    'GET /api/progress/forecast': () => ({ success: true, overall: known, topics: [], tests: [] }),
    'POST /api/progress/forecast/exams': () => ({ success: true, exam }),
    'GET /api/questions/unified': () => ({ success: true, data: questions }),
    'POST /api/progress/forecast/exams/exam-1/finish': () => ({
      success: true,
      exam: { ...exam, testedAt: '2026-03-10T10:20:00.000Z' },
      correct: 1,
      total: 3,
      results: [
        { questionId: 'one', result: graded(true) },
        { questionId: 'two', result: graded(false) },
        { questionId: 'three', result: null },
      ],
    }),
    ...responses,
  })
  return { calls, ...renderAt('/interview/exam', <ForecastExam />) }
}

const finishes = (calls: ReturnType<typeof fakeNetwork>) =>
  calls.filter(({ path }) => path.endsWith('/finish')).map(({ body }) => body)

test('shows no result before the end, then the forecast beside it and every question with its answer', async () => {
  const { calls, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Start mock exam' }))
  await screen.findByRole('heading', { name: 'Question one' })
  // The questions come without their keys.
  expect(calls.find(({ path }) => path === '/api/questions/unified')?.query.has('include')).toBe(false)
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Question two' })
  expect(screen.queryByText(/orrect/)).toBeNull()
  await user.keyboard('2{Enter}')
  await screen.findByRole('heading', { name: 'Question three' })
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'You got 33%' })
  screen.getByText(/We predicted 78% \(70% to 86%\)\. 1 of 3 questions correct\./)
  expect((await screen.findAllByText('Because of the loop.')).length).toBe(2)
  expect(screen.getByText('not answered')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Study the missed one as a flashcard' })).toBeDefined()
  expect(finishes(calls)).toMatchObject([
    {
      answers: [
        { questionId: 'one', questionVersion: 3, selectedOptionIds: ['a'] },
        { questionId: 'two', selectedOptionIds: ['b'] },
      ],
    },
  ])
})

test('continues where it stopped after a reload, without a network', async () => {
  const first = open()
  await first.user.click(await screen.findByRole('button', { name: 'Start mock exam' }))
  await screen.findByRole('heading', { name: 'Question one' })
  await first.user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Question two' })
  first.unmount()

  const away = { 'GET /api/questions/unified': () => errorResponse(503, 'away') }
  const { calls, user } = open({
    ...away,
    'POST /api/progress/forecast/exams': () => errorResponse(503, 'away'),
  })
  await screen.findByText(/You are on question 2 of 3/)
  await user.click(screen.getByRole('button', { name: 'Continue mock exam' }))
  await screen.findByRole('heading', { name: 'Question two' })
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Question three' })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(finishes(calls)).toMatchObject([{ answers: [{ questionId: 'one' }] }]))
})

test('keeps the answers when they can’t be sent, says what to do, and sends them later', async () => {
  const finish = 'POST /api/progress/forecast/exams/exam-1/finish'
  const { user, unmount } = open({ [finish]: () => errorResponse(503, 'away') })
  await user.click(await screen.findByRole('button', { name: 'Start mock exam' }))
  await screen.findByRole('heading', { name: 'Question one' })
  await user.keyboard('1{Enter}')
  await screen.findByRole('heading', { name: 'Question two' })
  await user.keyboard('{Enter}')
  await screen.findByRole('heading', { name: 'Question three' })
  await user.keyboard('{Enter}')
  await screen.findByText(/Connect to the internet, then send them/)
  unmount()

  const again = open()
  await again.user.click(await screen.findByRole('button', { name: 'Send answers' }))
  await screen.findByRole('heading', { name: 'You got 33%' })
  again.unmount()
  open()
  await screen.findByRole('button', { name: 'Start mock exam' })
})

test('says what is missing instead of offering an exam that would be refused', async () => {
  open({ 'GET /api/progress/forecast': () => ({ success: true, overall: null, topics: [], tests: [] }) })
  await screen.findByText(/^There is no mock exam yet/)
  expect(screen.queryByRole('button', { name: 'Start mock exam' })).toBeNull()
})

test('says what is missing if there is no exam yet', async () => {
  const { user } = open({
    'POST /api/progress/forecast/exams': () =>
      errorResponse(409, 'A forecast needs 30 graded answers, and you have 12.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Start mock exam' }))
  await screen.findByText('A forecast needs 30 graded answers, and you have 12.')
  expect(screen.queryByRole('button', { name: 'Start mock exam' })).toBeNull()
})
