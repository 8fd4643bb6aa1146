import { screen, waitFor } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { adoptVisitorData } from '../../shared/account/account-data.ts'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { addDays, localDay } from '../../shared/i18n/format.ts'
import { samplePreferences, sampleProfile } from '../../testing/account-samples.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleQuestion } from '../../testing/samples.ts'
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

test('a learner who prepares for an interview gets to its plan, to accept it', async () => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  const { calls, user } = open({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/users/me/preferences': () => ({ success: true, preferences: samplePreferences }),
    'PUT /api/users/me/preferences': ({ body }) => ({ success: true, preferences: body }),
  })
  const date = addDays(localDay(), 3)
  await user.selectOptions(await screen.findByLabelText('Role'), 'React developer')
  await user.type(screen.getByLabelText(/Interview date/), date)
  await user.click(screen.getByLabelText(/Advanced/))
  await user.click(screen.getByLabelText(/30 minutes/))
  await user.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('at /interview')
  expect(JSON.parse(localStorage.getItem(`interview_draft@${learner.uid}`) ?? '')).toEqual({
    ...{ track: { role: 'react', level: 'senior' }, date, minutesPerDay: 30 },
  })
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
    // 30 minutes have time for 20 questions.
    {
      learningMode: 'free-style',
      dailyGoal: 20,
      difficultyPreference: 'advanced',
      learningPath: 'system-design',
    },
  ])
})

test('answering again begins with the learner’s interview and settings', async () => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  const date = addDays(localDay(), 28)
  const preferences = { ...samplePreferences, difficultyPreference: 'intermediate' as const }
  open({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/users/me': () => ({ success: true, user: sampleProfile({ preferences }) }),
    'GET /api/users/me/preferences': () => ({ success: true, preferences }),
    'GET /api/progress/interview': () => ({
      success: true,
      interview: { date, minutesPerDay: 30, track: { role: 'react', level: 'mid' }, reservedIds: [] },
    }),
  })
  expect(await screen.findByLabelText('Role')).toHaveProperty('value', 'react')
  expect(screen.getByLabelText(/Interview date/)).toHaveProperty('value', date)
  expect(screen.getByLabelText(/Intermediate/)).toHaveProperty('checked', true)
  expect(screen.getByLabelText(/30 minutes/)).toHaveProperty('checked', true)
})

test('what was filled in survives a reload, and signing up', async () => {
  const first = open()
  await first.user.selectOptions(await screen.findByLabelText('Role'), 'React developer')
  await first.user.click(screen.getByLabelText(/Advanced/))
  await first.user.click(screen.getByLabelText(/60 minutes/))
  first.unmount()
  open()
  expect(await screen.findByLabelText('Role')).toHaveProperty('value', 'react')
  expect(screen.getByLabelText(/Advanced/)).toHaveProperty('checked', true)
  expect(screen.getByLabelText(/60 minutes/)).toHaveProperty('checked', true)
  const stored = localStorage.getItem('onboarding_answers@visitor')
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  adoptVisitorData()
  expect(localStorage.getItem(`onboarding_answers@${learner.uid}`)).toBe(stored)
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
