import { act, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { useLocale } from '../../shared/i18n/locale.ts'
import { samplePreferences, sampleProfile } from '../../testing/account-samples.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { CoursePage } from './course-page.tsx'

const step = (id: string, title: string, questionIds: string[]) => ({
  id,
  title,
  summary: '',
  lesson: `${'word '.repeat(398)}\n\nThe rest.`,
  questionIds,
})
const state = (id: string, isCompleted: boolean, ...states: string[]) => ({
  id,
  isCompleted,
  questions: states.map((one, at) => ({ questionId: `${id}-${at}`, state: one })),
})

const open = () => {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/users/me': () => ({ success: true, user: sampleProfile({ preferences: samplePreferences }) }),
    'GET /api/users/me/preferences': () => ({ success: true, preferences: samplePreferences }),
    'PUT /api/users/me/preferences': () => ({ success: true, preferences: samplePreferences }),
    'GET /api/learning-paths/css': () => ({
      success: true,
      data: {
        id: 'css',
        title: 'Advanced CSS',
        difficulty: 'intermediate',
        questionCount: 4,
        estimatedTime: 2,
        challenges: [{ id: 'named-areas', title: 'CSS Grid: Named Template Areas', difficulty: 'easy' }],
        steps: [step('one', 'Selectors', ['one-0']), step('two', 'Grid', ['two-0', 'two-1', 'two-2'])].map(
          (one) => ({
            ...one,
            challengeIds: one.id === 'two' ? ['named-areas', 'a-deleted-one'] : undefined,
          }),
        ),
      },
    }),
    'GET /api/progress/paths/css': () => ({
      success: true,
      path: { progress: 10, completedSections: ['one'] },
      steps: [state('one', true, 'correct'), state('two', false, 'correct', 'missed', 'unseen')],
    }),
    'GET /api/questions/unified': ({ query }) => ({
      success: true,
      data: (query.get('ids') ?? '').split(',').map((id) => ({ id, title: `Question ${id}` })),
    }),
  })
  const view = renderAt(
    '/learning-paths/css',
    <Routes>
      <Route path="learning-paths/:pathId" element={<CoursePage />} />
      <Route path="learning-paths/:pathId/:stepId" element={<p>The step</p>} />
    </Routes>,
  )
  return { calls, ...view }
}

beforeEach(() => localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner)))
afterEach(() => useLocale.getState().setLanguage('en'))

test('the current step is open with the beginning of its lesson and its questions', async () => {
  open()
  const steps = await screen.findByRole('list', { name: 'Steps' })
  const questions = within(await within(steps).findByRole('list', { name: 'Questions' }))
  expect(
    questions
      .getAllByRole('listitem')
      .map((row) => [within(row).getByRole('img').getAttribute('aria-label'), row.textContent]),
  ).toEqual([
    ['Correct', 'Question two-0'],
    ['Missed', 'Question two-1'],
    ['Not answered', 'Question two-2'],
  ])
  const current = within(steps.querySelector('[aria-current=step]') as HTMLElement)
  expect(current.getByRole('link', { name: 'Step 2: Grid' })).toBeDefined()
  // Two minutes to read, and one and a half for each of three questions.
  expect(current.getByText('7 minutes')).toBeDefined()
  expect(current.queryByText('The rest.')).toBeNull()
  // The session contains the question that is left and the missed one.
  expect(current.getByRole('link', { name: 'Answer 2 questions' }).getAttribute('href')).toBe(
    '/questions?learningPath=css&step=two',
  )
})

test('each step links its challenges', async () => {
  open()
  const link = await screen.findByRole('link', { name: 'CSS Grid: Named Template Areas' })
  expect(link.getAttribute('href')).toBe('/coding/named-areas')
  expect(link.closest('li')?.textContent).toContain('Challenge: CSS Grid: Named Template Areas')
})

test('starting or continuing a path makes it the chosen one', async () => {
  const { calls, user } = open()
  await user.click(await screen.findByRole('link', { name: 'Continue' }))
  await screen.findByText('The step')
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ learningPath: 'css' }),
  )
})

test('in Arabic it says that a path is in English', async () => {
  open()
  await screen.findByRole('heading', { name: 'Advanced CSS' })
  await act(() => useLocale.getState().setLanguage('ar'))
  expect(await screen.findByText('بالإنجليزية')).toBeDefined()
})
