import { screen, waitFor } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { addDays, localDay } from '../../shared/i18n/format.ts'
import { samplePreferences } from '../../testing/account-samples.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleInterview, sampleQuestion } from '../../testing/samples.ts'
import { Onboarding } from './onboarding.tsx'

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>{`at ${pathname}${search}`}</p>
}
const open = (answers: Parameters<typeof fakeNetwork>[0] = {}) => {
  const calls = fakeNetwork({
    'GET /api/learning-paths': () => ({
      success: true,
      data: ['frontend-basics', 'system-design'].map((id) => ({ id, title: id, questionCount: 30 })),
    }),
    ...answers,
  })
  const view = renderAt(
    '/welcome',
    <Routes>
      <Route path="welcome" element={<Onboarding />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
  )
  return { calls, ...view }
}

test('a learner with an interview date gets a plan up to it, which opens', async () => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  const { calls, user } = open({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'PUT /api/progress/interview': () => ({ success: true, interview: sampleInterview() }),
    'GET /api/users/me/preferences': () => ({ success: true, preferences: samplePreferences }),
    'PUT /api/users/me/preferences': ({ body }) => ({ success: true, preferences: body }),
  })
  const date = addDays(localDay(), 3)
  await user.type(await screen.findByLabelText(/Interview date/), date)
  await user.click(screen.getByLabelText(/Advanced/))
  await user.click(screen.getByLabelText(/30 minutes/))
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('at /interview')
  const [interview, preferences] = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(interview).toMatchObject({ date, learningPaths: ['system-design'], minutesPerDay: 30 })
  expect(preferences).toMatchObject({
    learningMode: 'free-style',
    dailyGoal: 30,
    difficultyPreference: 'advanced',
    learningPath: 'system-design',
  })
  expect(calls.some(({ path }) => path.endsWith('/start'))).toBe(false)
})

test('a visitor gets to a suitable course, without any request', async () => {
  const { calls, user } = open()
  await user.click(await screen.findByLabelText(/Learn the fundamentals/))
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/learning-paths')).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('at /learning-paths/frontend-basics')
  expect(localStorage.getItem('userType')).toBe('student')
  expect(localStorage.getItem('hasCompletedOnboarding')).toBe('true')
  expect(calls.every(({ method }) => method === 'GET')).toBe(true)
})

test('a visitor with an interview date gets a course too: a plan of a few days would ask for more than the chosen minutes', async () => {
  const { user } = open()
  screen.getByText('Sign up to get a plan for the days until your interview.')
  await user.type(await screen.findByLabelText(/Interview date/), addDays(localDay(), 3))
  await user.click(screen.getByLabelText(/Advanced/))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Start' })).toBeDefined())
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('at /learning-paths/system-design')
})

test('a learner’s course becomes the chosen path', async () => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  const { calls, user } = open({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/users/me/preferences': () => ({ success: true, preferences: samplePreferences }),
    'PUT /api/users/me/preferences': ({ body }) => ({ success: true, preferences: body }),
  })
  await user.click(await screen.findByLabelText(/Learn the fundamentals/))
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/learning-paths')).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('at /learning-paths/frontend-basics')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    learningPath: 'frontend-basics',
  })
})

test('a topic is required, and a date can’t be in the past', async () => {
  const { user } = open()
  await user.type(await screen.findByLabelText(/Interview date/), '2020-01-01')
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('Choose tomorrow or a later day.')
  await user.click(screen.getByLabelText(/Get better at one topic/))
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('Choose a topic.')
})

test('six questions, two per difficulty, estimate the level', async () => {
  const asked: (string | null)[] = []
  const numbers = Array.from({ length: 6 }, (_, at) => at + 1).values()
  const questions = () => ({ ...sampleQuestion(), id: `question-${numbers.next().value}` })
  const checks = Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [
      `POST /api/questions/unified/question-${at + 1}/check`,
      () => ({ success: true, result: { isCorrect: at < 5 } }),
    ]),
  )
  const { user } = open({
    ...checks,
    'GET /api/questions/unified': ({ query }) => {
      asked.push(query.get('difficulty'), query.get('count'))
      return { success: true, data: [questions(), questions()] }
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Find out with 6 questions' }))
  for (let at = 1; at <= 6; at += 1) {
    await screen.findByText(`Question ${at} of 6`)
    await user.click(screen.getByRole('radio', { name: '4 4 4 4' }))
    await user.click(screen.getByRole('button', { name: 'Next' }))
  }
  await screen.findByText('5 of 6 correct: Advanced')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Advanced/ }).checked).toBe(true)
  expect(asked).toEqual(['beginner', '2', 'intermediate', '2', 'advanced', '2'])
})
