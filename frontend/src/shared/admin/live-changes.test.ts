import { adminTopic } from '@rehearse/contracts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { adminKey } from './admin-self.ts'
import { isAffected, refreshOnChange } from './live-changes.ts'

test.each([
  ['its own topic', adminKey('learners', 'list'), ['learners'], true],
  ['another topic', adminKey('learners', 'list'), ['answers'], false],
  ['a topic it also shows', adminKey('questions', 'page'), ['places'], true],
  ['the catalog', ['catalogue', 'sections'], ['places'], true],
  ['the catalog, for answers', ['catalogue', 'sections'], ['answers'], false],
  ['a key without a topic, for content', ['admin', 'data', 'versions', '7'], ['questions'], true],
  ['a key without a topic, for answers', ['admin', 'data', 'versions', '7'], ['answers'], false],
  ['a form being edited', ['admin', 'editor', '7'], ['questions'], false],
  ['a learner’s own progress', ['progress', 'learner-1'], ['answers'], false],
] as const)('%s', (_name, key, changed, affected) => {
  expect(isAffected(key, new Set(changed))).toBe(affected)
})

test('every topic refreshes the queries named after it', () => {
  for (const topic of adminTopic.options) {
    expect(isAffected(adminKey(topic), new Set([topic]))).toBe(true)
  }
})

test('one refresh runs at a time, and changes during it are loaded by the next', async () => {
  const client = new QueryClient()
  const reading: PromiseWithResolvers<number>[] = []
  const queryFn = () => {
    const next = Promise.withResolvers<number>()
    reading.push(next)
    return next.promise
  }
  const stop = new QueryObserver(client, { queryKey: adminKey('answers'), queryFn }).subscribe(() => {})
  reading[0]?.resolve(0)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))

  const changed = refreshOnChange(client, 0)
  changed(['answers'])
  await vi.waitFor(() => expect(reading).toHaveLength(2))
  for (let time = 0; time < 50; time += 1) changed(['answers'])
  changed(['learners'])
  expect(reading).toHaveLength(2)
  reading[1]?.resolve(1)
  await vi.waitFor(() => expect(reading).toHaveLength(3))
  reading[2]?.resolve(2)
  await vi.waitFor(() => expect(client.getQueryData(adminKey('answers'))).toBe(2))
  expect(reading).toHaveLength(3)
  stop()
})

test('a gap in the stream reloads everything', async () => {
  const client = new QueryClient()
  const queryFn = vi.fn(async () => 1)
  const stops = [adminKey('answers'), adminKey('admins'), ['catalogue', 'topics']].map((queryKey) =>
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => {}),
  )
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  refreshOnChange(client, 0)()
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(6))
  for (const stop of stops) stop()
})
