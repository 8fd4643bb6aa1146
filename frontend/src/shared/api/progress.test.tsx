import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type PropsWithChildren } from 'react'
import { expect, test, vi } from 'vitest'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { learner, sampleProgress } from '../../testing/samples.ts'
import { STORAGE_KEYS } from '../constants.ts'
import { storage } from '../storage.ts'
import { useToasts } from '../ui/toasts.tsx'
import { countLocally, updateProgress, useProgress } from './progress.ts'
import { createQueryClient } from './query-client.ts'

const answer = (part: object = {}) => ({
  isCorrect: true,
  timeSpent: 10,
  answeredAt: '2026-11-22T10:00:00.000Z',
  planId: null,
  ...part,
})
const kept = () => JSON.parse(localStorage.getItem(STORAGE_KEYS.progress(learner.uid)) ?? '{}')
const client = () => {
  const queries = new QueryClient()
  queries.setQueryData(['progress', learner.uid], sampleProgress())
  return queries
}

test('without a network an answer updates the copy on this device', () => {
  const queries = client()
  countLocally(queries, learner.uid, answer())
  countLocally(queries, learner.uid, answer({ isCorrect: false }))
  const expected = { totalQuestions: 6, correctAnswers: 4, accuracy: 67, timeSpent: 110 }
  expect(queries.getQueryData(['progress', learner.uid])).toMatchObject(expected)
  expect(kept().progress).toMatchObject({ ...expected, lastActivity: '2026-11-22T10:00:00.000Z' })
})

test('in guided practice a new current plan starts with five questions, and the same plan continues', () => {
  const queries = client()
  for (const planId of ['one', 'one', 'two']) {
    countLocally(queries, learner.uid, answer({ planId }))
    if (planId === 'one') expect(kept().progress.currentPlan).toMatchObject({ planId, totalQuestions: 5 })
  }
  expect(kept().progress.currentPlan).toEqual({
    planId: 'two',
    questionsCompleted: 1,
    totalQuestions: 5,
    progress: 20,
  })
})

test('counting starts at zero without a copy on this device', () => {
  countLocally(new QueryClient(), learner.uid, answer())
  expect(kept().progress).toMatchObject({ totalQuestions: 1, correctAnswers: 1, accuracy: 100 })
})

test('a response to a read sent before an answer does not overwrite the newer progress', async () => {
  const queries = client()
  const queryKey = ['progress', learner.uid]
  const early = Promise.withResolvers<void>()
  let reads = 0
  const observer = new QueryObserver(queries, {
    queryKey,
    queryFn: async () => {
      reads += 1
      if (reads > 1) return sampleProgress({ totalQuestions: 5 })
      await early.promise
      return sampleProgress()
    },
  })
  const end = observer.subscribe(() => undefined)
  await vi.waitUntil(() => reads === 1)
  updateProgress(queries, sampleProgress({ totalQuestions: 5 }))
  early.resolve()
  await vi.waitUntil(() => queries.isFetching() === 0)
  expect(queries.getQueryData(queryKey)).toMatchObject({ totalQuestions: 5 })
  end()
})

test('after a timeout the copy keeps its age, and a warning shows once', async () => {
  const savedAt = Date.now() - 3_600_000
  storage.write(STORAGE_KEYS.profile, JSON.stringify(learner))
  storage.write(STORAGE_KEYS.progress(learner.uid), JSON.stringify({ progress: sampleProgress(), savedAt }))
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  fakeNetwork({ 'GET /api/progress/get': () => Promise.reject(new DOMException('late', 'TimeoutError')) })
  useToasts.setState({ toasts: [] })
  const queries = createQueryClient()
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: queries, children })
  const { result } = renderHook(useProgress, { wrapper })
  await vi.waitUntil(() => result.current.isError)
  vi.restoreAllMocks()
  expect(result.current.data).toEqual(sampleProgress())
  expect(result.current.dataUpdatedAt).toBe(savedAt)
  expect(useToasts.getState().toasts).toHaveLength(1)
})

test('the copy on this device is shown with its save time, and refetched at once', async () => {
  const savedAt = Date.now() - 1_000
  storage.write(STORAGE_KEYS.profile, JSON.stringify(learner))
  storage.write(STORAGE_KEYS.progress(learner.uid), JSON.stringify({ progress: sampleProgress(), savedAt }))
  const read = Promise.withResolvers<unknown>()
  const calls = fakeNetwork({ 'GET /api/progress/get': () => read.promise })
  const queries = createQueryClient()
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: queries, children })
  const { result, rerender } = renderHook(useProgress, { wrapper })
  expect(result.current.data).toEqual(sampleProgress())
  expect(result.current.dataUpdatedAt).toBe(savedAt)
  read.resolve({ progress: sampleProgress({ totalQuestions: 9 }) })
  await vi.waitUntil(() => result.current.data?.totalQuestions === 9)
  // Loaded data stays fresh for a while.
  renderHook(useProgress, { wrapper })
  rerender()
  expect(calls.filter(({ path }) => path === '/api/progress/get')).toHaveLength(1)
})
