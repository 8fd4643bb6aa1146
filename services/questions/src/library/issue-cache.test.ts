import { type ListedIssue, listedIssue } from '@rehearse/contracts'
import Fastify from 'fastify'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { hostIssue, paged, startIssueHost } from '../testing/issue-host.ts'
import { fetchIssues, IssueCache, type IssueCacheOptions } from './issue-cache.ts'

const { log } = Fastify()
afterEach(() => {
  vi.restoreAllMocks()
})

const cacheOf = (url: string, options: Partial<IssueCacheOptions> = {}) =>
  new IssueCache({
    fetch: (signal) => fetchIssues({ apiUrl: url, repository: 'acme/list', token: undefined }, signal),
    log,
    ...options,
  })
const titles = (cache: IssueCache) => cache.current()?.issues.map(({ title }) => title)

describe('never waits', () => {
  test('for a host that doesn’t respond, whose request is aborted', async () => {
    const host = await startIssueHost(() => {})
    const cache = cacheOf(host.url, { timeLimit: 100, retryAfter: 0 })
    expect(cache.current()).toBeNull()
    // On a busy machine the first read may be aborted before its request arrives.
    await expect.poll(() => cache.current() ?? host.requests.length).toBeGreaterThan(0)
    // The first read was aborted, so the list is read again.
    host.answer = paged([hostIssue(1)])
    await expect.poll(() => titles(cache)).toEqual(['Issue 1'])
  })

  test('for an expired list, which is returned while it is refreshed in the background', async () => {
    const host = await startIssueHost(paged([hostIssue(1)]))
    const cache = cacheOf(host.url, { maxAge: 0 })
    await expect.poll(() => titles(cache)).toEqual(['Issue 1'])
    host.answer = paged([hostIssue(2)])
    expect(titles(cache)).toEqual(['Issue 1'])
    await expect.poll(() => titles(cache)).toEqual(['Issue 2'])
    await cache.close()
  })
})

test('asks the host once in five minutes, however many requests need the list', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000_000)
  const read = vi.fn(async (): Promise<ListedIssue[]> => [])
  const cache = new IssueCache({ fetch: read, log })
  for (let times = 0; times < 100; times += 1) cache.current()
  await expect.poll(() => cache.current()).not.toBeNull()
  now.mockReturnValue(1_000_000 + 299_999)
  cache.current()
  expect(read).toHaveBeenCalledTimes(1)
  now.mockReturnValue(1_000_000 + 300_000)
  cache.current()
  expect(read).toHaveBeenCalledTimes(2)
  await cache.close()
})

test('keeps the list after a failure, and waits before the next attempt', async () => {
  const issue = listedIssue.parse(hostIssue(1))
  const read = vi.fn(async () => [issue])
  const cache = new IssueCache({ fetch: read, log, maxAge: 0 })
  await expect.poll(() => titles(cache)).toEqual(['Issue 1'])
  read.mockRejectedValue(new Error('the host is away'))
  const warned = vi.spyOn(log, 'warn')
  cache.current()
  await expect.poll(() => warned.mock.calls.length).toBe(1)
  const asked = read.mock.calls.length
  for (let times = 0; times < 20; times += 1) expect(titles(cache)).toEqual(['Issue 1'])
  expect(read).toHaveBeenCalledTimes(asked)
})

test('aborts a read in progress when it closes', async () => {
  const host = await startIssueHost(() => {})
  const cache = cacheOf(host.url)
  cache.current()
  await expect.poll(() => host.requests.length).toBe(1)
  await cache.close()
  expect(cache.current()).toBeNull()
  expect(host.requests).toHaveLength(1)
})
