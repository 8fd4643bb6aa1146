import type { PlanProgress } from '@rehearse/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { SIGNED_IN_COOKIE, STORAGE_KEYS } from '../../shared/constants.ts'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner } from '../../testing/samples.ts'
import { StudyPlan } from './study-plan.tsx'
import { StudyPlans } from './study-plans.tsx'

const template = {
  id: 'three-day',
  name: 'Three-Day Foundation',
  duration: 3,
  description: 'The foundation.',
  difficulty: 'Intermediate',
  totalQuestions: 200,
  dailyQuestions: 67,
  sections: [{ id: 'css', name: 'CSS', category: 'CSS', questions: [], weight: 1, order: 1 }],
  features: [],
  estimatedTime: '2-3 hours per day',
  isRecommended: true,
  isActive: true,
}
const underWay = (part: Partial<PlanProgress> = {}): PlanProgress => ({
  planId: 'three-day',
  origin: 'template',
  name: template.name,
  difficulty: 'Intermediate',
  duration: 3,
  totalQuestions: 200,
  dailyQuestions: 67,
  state: 'running',
  startedAt: '2026-11-20T08:00:00Z',
  currentDay: 2,
  questionsCompleted: 30,
  correctAnswers: 24,
  progress: 15,
  days: [
    { day: 1, target: 67, done: 30, correct: 24 },
    { day: 2, target: 67, done: 0, correct: 0 },
    { day: 3, target: 66, done: 0, correct: 0 },
  ],
  sections: [{ id: 'css', name: 'CSS', category: 'CSS', target: 200, done: 30, correct: 24 }],
  document: null,
  ...part,
})

let own: PlanProgress[]
const open = (address: string, more: Parameters<typeof fakeNetwork>[0] = {}) => {
  const took = (part: Partial<PlanProgress>) => () => {
    own = [underWay(part)]
    return { success: true, plan: own[0] }
  }
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/guided-learning/plans': () => ({ success: true, plans: [template] }),
    'GET /api/progress/plans': () => ({ success: true, plans: own }),
    'POST /api/progress/plans/three-day/start': took({}),
    'POST /api/progress/plans/three-day/pause': took({ state: 'paused' }),
    'POST /api/progress/plans/three-day/reset': took({ currentDay: 1, questionsCompleted: 0, progress: 0 }),
    ...more,
  })
  const view = renderAt(
    address,
    <Routes>
      <Route path="study-plans" element={<StudyPlans />} />
      <Route path="study-plans/:planId" element={<StudyPlan />} />
    </Routes>,
  )
  return { calls, ...view }
}
const writes = (calls: ReturnType<typeof open>['calls']) =>
  calls.filter(({ method }) => method === 'POST').map(({ path }) => path)

beforeEach(() => {
  localStorage.setItem(STORAGE_KEYS.profile, JSON.stringify(learner))
  useSignInPrompt.getState().close()
  own = []
})

describe('study plans', () => {
  test('are chosen, started, and shown by day', async () => {
    const { calls, user } = open('/study-plans')
    await user.click(await screen.findByRole('button', { name: 'Start today Three-Day Foundation' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Three-Day Foundation' })).toBeDefined()
    const today = within(screen.getByRole('region', { name: 'Days' }))
      .getAllByRole('listitem')
      .find((item) => item.getAttribute('aria-current') === 'step')
    expect(today?.textContent).toContain('Day 2')
    expect(today?.textContent).toContain('0 of 67')
    expect(screen.getByRole('link', { name: 'Continue day 2' }).getAttribute('href')).toContain('three-day')
    expect(writes(calls)).toEqual(['/api/progress/plans/three-day/start'])
  })

  test('stay started when an older response arrives late', async () => {
    const late = Promise.withResolvers<void>()
    let reads = 0
    const { user, queryClient } = open('/study-plans/three-day', {
      'GET /api/progress/plans': async () => {
        const plans = own
        reads += 1
        if (reads > 1) await late.promise
        return { success: true, plans }
      },
    })
    const start = await screen.findByRole('button', { name: 'Start today' })
    void queryClient.invalidateQueries({ queryKey: ['progress', learner.uid] })
    await waitFor(() => expect(reads).toBe(2))
    await user.click(start)
    await screen.findByRole('link', { name: 'Continue day 2' })
    late.resolve()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.getByRole('link', { name: 'Continue day 2' })).toBeDefined()
  })

  test.each([
    ['/study-plans', 'Start today Three-Day Foundation'],
    ['/study-plans/three-day', 'Start today'],
  ])('ask no learner to sign in while the profile loads: %s', async (address, name) => {
    localStorage.clear()
    // biome-ignore lint/suspicious/noDocumentCookie: as the sign-in sets it
    document.cookie = `${SIGNED_IN_COOKIE}=1`
    const known = Promise.withResolvers<void>()
    const { user, queryClient } = open(address, {
      'GET /api/auth/me': () => known.promise.then(() => ({ success: true, user: learner })),
    })
    // Everything has loaded except the profile.
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(screen.queryByRole('button', { name })).toBeNull()
    known.resolve()
    await user.click(await screen.findByRole('button', { name }))
    await screen.findByRole('link', { name: 'Continue day 2' })
    expect(useSignInPrompt.getState().open).toBe(false)
    // biome-ignore lint/suspicious/noDocumentCookie: as the sign-in sets it
    document.cookie = `${SIGNED_IN_COOKIE}=; expires=Thu, 01 Jan 1970 00:00:00 GMT`
  })

  test('are paused, continued, and restarted after a confirmation', async () => {
    own = [underWay()]
    const { calls, user } = open('/study-plans/three-day')
    await user.click(await screen.findByRole('button', { name: 'Pause' }))
    await screen.findByText('Paused. Resume the plan to continue it.')
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await screen.findByRole('link', { name: 'Continue day 2' })
    await user.click(screen.getByRole('button', { name: 'Start over' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Start this plan over?' }))
    await user.click(dialog.getByRole('button', { name: 'Start over' }))
    await screen.findByRole('link', { name: 'Continue day 1' })
    expect(writes(calls).map((path) => path.split('/').at(-1))).toEqual(['pause', 'start', 'reset'])
  })

  test.each([
    ['can’t be loaded', () => errorResponse(400, 'Invalid')],
    ['is empty', () => ({ success: true, plans: [] })],
  ])('are the built-in ones if the catalog %s', async (_state, answer) => {
    const made: unknown[] = []
    const { user } = open('/study-plans', {
      'GET /api/guided-learning/plans': answer,
      'POST /api/progress/plans': ({ body }) => {
        made.push(body)
        return { success: true, plan: underWay({ state: 'not-started' }) }
      },
    })
    const start = await screen.findAllByRole('button', { name: /^Start today .*-day plan$/ })
    expect(start).toHaveLength(7)
    const totals = screen
      .getAllByText(/ \d+ questions · /)
      .map(({ textContent }) => textContent?.split(' · ')[1])
    expect(totals).toEqual([100, 150, 200, 250, 300, 350, 400].map((count) => `${count} questions`))
    expect(screen.getAllByText('Recommended')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Start today 2-day plan' }))
    await screen.findByRole('link', { name: 'Continue day 2' })
    expect(made).toEqual([expect.objectContaining({ duration: 2, totalQuestions: 150, dailyQuestions: 75 })])
  })

  test('show an error if their templates failed to load', async () => {
    open('/study-plans', { 'GET /api/guided-learning/plans': () => errorResponse(400, 'Invalid') })
    expect(await screen.findByText('Failed to load learning plan templates')).toBeDefined()
  })

  test('ask a visitor who starts one to sign in', async () => {
    localStorage.clear()
    const { calls, user } = open('/study-plans')
    await user.click(await screen.findByRole('button', { name: 'Start today Three-Day Foundation' }))
    expect(useSignInPrompt.getState().open).toBe(true)
    expect(writes(calls)).toEqual([])
  })

  test('show an error for an unknown id', async () => {
    open('/study-plans/nowhere')
    expect(await screen.findByRole('heading', { name: 'Plan not found' })).toBeDefined()
  })
})
