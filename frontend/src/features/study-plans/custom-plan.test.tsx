import type { CustomPlan, PlanProgress } from '@rehearse/contracts'
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { type Call, errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { CustomPlanPage } from './custom-plan-page.tsx'
import { StudyPlan } from './study-plan.tsx'
import { StudyPlans } from './study-plans.tsx'

const stated: CustomPlan = {
  name: 'My week',
  duration: 2,
  difficulty: 'Beginner',
  totalQuestions: 20,
  dailyQuestions: 10,
  estimatedTime: 'About 15 minutes a day.',
  description: '',
  sections: [{ id: 'field-css', name: 'CSS', category: 'CSS', questions: [], weight: 1, order: 0 }],
}
const mine = (part: Partial<PlanProgress> = {}): PlanProgress => ({
  planId: 'mine',
  origin: 'own',
  name: stated.name,
  difficulty: 'Beginner',
  duration: 2,
  totalQuestions: 20,
  dailyQuestions: 10,
  state: 'not-started',
  startedAt: null,
  currentDay: null,
  questionsCompleted: 0,
  correctAnswers: 0,
  progress: 0,
  days: [{ day: 1, target: 10, done: 0, correct: 0 }],
  sections: [],
  document: stated,
  ...part,
})

let own: PlanProgress[]
const open = (address: string, more: Parameters<typeof fakeNetwork>[0] = {}) => {
  const saved = (part: Partial<PlanProgress>) => () => {
    own = [mine(part)]
    return { success: true, plan: own[0] }
  }
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/categories': () => ({
      success: true,
      data: [
        { id: 'css', name: 'CSS', questionCount: 40 },
        { id: 'react', name: 'React', questionCount: 30 },
        { id: 'empty', name: 'Nothing yet', questionCount: 0 },
      ],
    }),
    'GET /api/learning-paths': () => ({
      success: true,
      data: [{ id: 'react-mastery', title: 'React mastery', questionCount: 2 }],
    }),
    'GET /api/questions/react-mastery': () => ({
      success: true,
      questions: [{ id: 'q1', category: 'React' }],
    }),
    'GET /api/guided-learning/plans': () => ({ success: true, plans: [] }),
    'GET /api/progress/plans': () => ({ success: true, plans: own }),
    'POST /api/progress/plans': saved({}),
    'PUT /api/progress/plans/mine': saved({ document: { ...stated, name: 'Another week' } }),
    'POST /api/progress/plans/mine/start': saved({ state: 'running', currentDay: 1 }),
    'DELETE /api/progress/plans/mine': () => {
      own = []
      return { success: true, message: 'Plan removed' }
    },
    ...more,
  })
  const view = renderAt(
    address,
    <Routes>
      <Route path="study-plans" element={<StudyPlans />} />
      <Route path="study-plans/new" element={<CustomPlanPage />} />
      <Route path="study-plans/:planId/edit" element={<CustomPlanPage />} />
      <Route path="study-plans/:planId" element={<StudyPlan />} />
    </Routes>,
  )
  return { calls, ...view }
}
const writes = (calls: readonly Call[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
const field = (name: string) => screen.getByRole('checkbox', { name })

beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  own = []
})

test('a plan is composed, previewed, and saved for later', async () => {
  const { calls, user } = open('/study-plans/new')
  const preview = within(await screen.findByRole('region', { name: 'Preview' }))
  expect(preview.getByText('Questions come from all topics.')).toBeDefined()
  await user.type(screen.getByLabelText('Name'), 'My week')
  await user.selectOptions(screen.getByLabelText('Days'), '2 days')
  await user.selectOptions(screen.getByLabelText('Difficulty'), 'Beginner')
  await user.clear(screen.getByLabelText('Questions a day'))
  await user.type(screen.getByLabelText('Questions a day'), '8')
  await user.click(field('CSS'))
  await user.click(field('React mastery'))
  expect(screen.queryByRole('checkbox', { name: 'Nothing yet' })).toBeNull()
  expect(preview.getByText('16 questions in 2 days. About 15 minutes a day.')).toBeDefined()
  expect(preview.getByText('CSS').closest('li')?.textContent).toBe('CSS about 8 questions')
  expect(within(preview.getAllByRole('list')[0] as HTMLElement).getAllByRole('listitem')).toHaveLength(2)

  await user.click(screen.getByRole('button', { name: 'Save for later' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'My week' })).toBeDefined()
  expect(writes(calls)).toEqual(['POST /api/progress/plans'])
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    planId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'My week',
    duration: 2,
    dailyQuestions: 8,
    totalQuestions: 16,
    difficulty: 'Beginner',
    sections: [{ category: 'CSS' }, { category: 'React', questions: ['q1'] }],
  })
  await user.click(screen.getByRole('button', { name: 'Start today' }))
  expect(await screen.findByRole('link', { name: 'Continue day 1' })).toBeDefined()
})

test('missing fields are reported before a request; an error keeps what was typed', async () => {
  const ids: unknown[] = []
  const { calls, user } = open('/study-plans/new', {
    'POST /api/progress/plans': ({ body }) => {
      ids.push((body as { planId: string }).planId)
      return errorResponse(409, 'There is no room for more plans')
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Save and start today' }))
  expect(screen.getByText('Enter a name.')).toBeDefined()
  expect(focusedLabel()).toBe('Name')
  await user.type(screen.getByLabelText('Name'), 'Mine')
  await user.clear(screen.getByLabelText('Questions a day'))
  await user.type(screen.getByLabelText('Questions a day'), '201')
  await user.click(screen.getByRole('button', { name: 'Save and start today' }))
  expect(screen.getByText('Enter a whole number from 1 to 200.')).toBeDefined()
  expect(writes(calls)).toEqual([])

  await user.clear(screen.getByLabelText('Questions a day'))
  await user.type(screen.getByLabelText('Questions a day'), '10')
  await user.click(screen.getByRole('button', { name: 'Save and start today' }))
  expect(await screen.findByText('There is no room for more plans')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  await user.click(screen.getByRole('button', { name: 'Save and start today' }))
  await expect.poll(() => ids.length).toBe(2)
  // A retry sends the same plan.
  expect(new Set(ids).size).toBe(1)
})

test('a plan not yet started is listed, and starts from there', async () => {
  own = [mine()]
  const { calls, user } = open('/study-plans')
  const list = within(await screen.findByRole('region', { name: 'Custom plans' }))
  await user.click(list.getByRole('button', { name: 'Start today My week' }))
  expect(await screen.findByRole('link', { name: 'Continue day 1' })).toBeDefined()
  expect(writes(calls)).toEqual(['POST /api/progress/plans/mine/start'])
})

test('it is edited with the previous choices', async () => {
  own = [mine()]
  const { calls, user } = open('/study-plans/mine/edit')
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('My week')
  expect((field('CSS') as HTMLInputElement).checked).toBe(true)
  expect((field('React') as HTMLInputElement).checked).toBe(false)
  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Another week')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Another week' })).toBeDefined()
  expect(writes(calls)).toEqual(['PUT /api/progress/plans/mine'])
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    name: 'Another week',
    duration: 2,
    sections: [{ category: 'CSS' }],
  })
})

test('it is deleted after a confirmation, which only custom plans offer', async () => {
  own = [mine({ state: 'running', currentDay: 1 })]
  const { calls, user } = open('/study-plans/mine')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(writes(calls)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Study plans' })).toBeDefined()
  expect(screen.queryByText('My week')).toBeNull()
  expect(writes(calls)).toEqual(['DELETE /api/progress/plans/mine'])
})

test('a plan that is not custom can’t be edited', async () => {
  own = [mine({ origin: 'template', document: null, state: 'running', currentDay: 1 })]
  open('/study-plans/mine/edit')
  expect(await screen.findByText('Plan not found')).toBeDefined()
})

const focusedLabel = () => document.querySelector(`label[for="${document.activeElement?.id}"]`)?.textContent
