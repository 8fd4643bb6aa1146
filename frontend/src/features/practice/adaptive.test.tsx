import 'fake-indexeddb/auto'
import type { AnsweredQuestion } from '@rehearse/contracts'
import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { categoriesQuery } from '../../shared/api/catalog.ts'
import { cacheQuestions } from '../../shared/offline/offline-database.ts'
import { errorResponse, fakeNetwork } from '../../testing/fake-network.ts'
import { renderAt } from '../../testing/render-app.tsx'
import { learner, sampleProgress, sampleQuestion } from '../../testing/samples.ts'
import type { Reason } from './grade-locally.ts'
import { Practice } from './practice.tsx'
import { selectCached } from './select-by-mode.ts'
import type { SessionSettings } from './session-settings.ts'

const question = sampleQuestion()
const reason: Reason = { chance: 0.824, basis: 'measured', n: 143, wanted: 0.8 }

beforeEach(() => localStorage.setItem('auth_profile', JSON.stringify(learner)))

function practice({ basis, n }: Pick<Reason, 'basis' | 'n'>) {
  const calls = fakeNetwork({
    'GET /api/auth/me': () => ({ success: true, user: learner }),
    'GET /api/progress/get': () => ({ success: true, progress: sampleProgress() }),
    'GET /api/progress/next': () => ({
      success: true,
      questionIds: [question.id],
      total: 1,
      adaptive: { wanted: 0.8, reasons: [{ questionId: question.id, chance: 0.824, basis, n }] },
    }),
    'GET /api/questions/unified': () => ({ success: true, data: [question], pagination: { totalCount: 1 } }),
  })
  return { calls, ...renderAt('/questions', <Practice />) }
}

test('practice asks for adaptive questions, and says why one was chosen', async () => {
  const { calls, user } = practice({ basis: 'measured', n: 143 })
  await user.click(await screen.findByText('Why this one?'))
  expect(screen.getByText(/about a 82% chance .* aims for 80%/)).toBeDefined()
  expect(screen.getByText(/measured from 143 first answers/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Change the target' }).getAttribute('href')).toBe(
    '/settings#practice',
  )
  const asked = calls.find(({ path }) => path === '/api/progress/next')
  expect(asked?.query.get('mode')).toBe('adaptive')
})

test.each([
  [0, /No one has answered this question yet/],
  [4, /Only 4 learners have answered/],
])('with %i answers the label is named as the basis', async (n, words) => {
  const { user } = practice({ basis: 'label', n })
  await user.click(await screen.findByText('Why this one?'))
  expect(screen.getByText(words)).toBeDefined()
})

test('offline, questions are selected by the chances downloaded with them, then others', async () => {
  fakeNetwork({ 'GET /api/progress/next': () => errorResponse(503, 'away') })
  const uid = 'offline-learner'
  const cached = Array.from({ length: 60 }, (_, at) => ({
    ...question,
    id: `question-${at}`,
    ...(at < 50 && { reason: { ...reason, chance: at / 50, wanted: 0.7 } }),
  }))
  await cacheQuestions(uid, cached as AnsweredQuestion[])
  const settings = { mode: 'free', filters: {}, questionId: null } as SessionSettings
  const selected = await selectCached(uid, settings, new Set(), new QueryClient())
  expect(selected).toHaveLength(20)
  const chances = selected.map((one) => one.reason?.chance ?? 0)
  expect(Math.min(...chances)).toBeGreaterThan(0.4)
  expect(chances.slice(0, 5).every((chance) => Math.abs(chance - 0.7) < 0.1)).toBe(true)
  // Without chances it is a shuffled session as before.
  await cacheQuestions('another', cached.slice(50) as AnsweredQuestion[])
  expect(await selectCached('another', settings, new Set(), new QueryClient())).toHaveLength(10)
})

test('offline, a category is told from others whose names give the same id', async () => {
  const uid = 'offline-categories'
  const names = ['HTML/CSS', 'HTML & CSS', 'C++', 'الأمان', 'الأداء']
  const cached = names.map((category) => ({ ...question, id: category, category }))
  await cacheQuestions(uid, cached as AnsweredQuestion[])
  const client = new QueryClient()
  const selected = async (category: string) => {
    const settings = { mode: 'mock', filters: { category }, questionId: null } as unknown as SessionSettings
    return (await selectCached(uid, settings, new Set(), client)).map(({ id }) => id)
  }
  expect(await selected('html-css')).toHaveLength(2)
  client.setQueryData(categoriesQuery.queryKey, [
    { id: 'html-css', name: 'HTML/CSS' },
    { id: 'html-css-1a2b3c4d', name: 'HTML & CSS' },
    { id: 'n-12345678', name: 'الأمان' },
  ] as never)
  expect(await selected('html-css')).toEqual(['HTML/CSS'])
  expect(await selected('html-css-1a2b3c4d')).toEqual(['HTML & CSS'])
  expect(await selected('n-12345678')).toEqual(['الأمان'])
  expect(await selected('الأداء')).toEqual(['الأداء'])
  expect(await selected('c++')).toEqual(['C++'])
})
