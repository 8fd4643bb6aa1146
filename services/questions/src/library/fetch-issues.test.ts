import { describe, expect, test } from 'vitest'
import { hostIssue, paged, startIssueHost } from '../testing/issue-host.ts'
import { fetchIssues } from './issue-cache.ts'

const never = new AbortController().signal
const many = (count: number) => Array.from({ length: count }, (_, index) => hostIssue(index + 1))
const source = (apiUrl: string, token?: string) => ({ apiUrl, repository: 'acme/list', token })

describe('fetchIssues', () => {
  test('requests all states in pages of 100, until a page isn’t full', async () => {
    const host = await startIssueHost(paged(many(203)))
    const issues = await fetchIssues(source(host.url), never)
    expect(issues.map(({ number }) => number)).toEqual(many(203).map(({ number }) => number))
    expect(host.requests.map(({ url }) => url.pathname + url.search)).toEqual(
      [1, 2, 3].map((page) => `/repos/acme/list/issues?state=all&per_page=100&page=${page}`),
    )
    expect(host.requests[0]?.authorization).toBeUndefined()
  })

  test('stops after ten pages', async () => {
    const host = await startIssueHost(paged(many(1_500)))
    expect(await fetchIssues(source(host.url), never)).toHaveLength(1_000)
    expect(host.requests).toHaveLength(10)
  })

  test('returns no issues for a repository without any', async () => {
    const host = await startIssueHost(paged([]))
    expect(await fetchIssues(source(host.url), never)).toEqual([])
  })

  test('sends the token if there is one', async () => {
    const host = await startIssueHost(paged([]))
    await fetchIssues(source(host.url, 'secret'), never)
    expect(host.requests[0]?.authorization).toBe('Bearer secret')
  })

  test('keeps the fields of the specification and leaves pull requests out', async () => {
    const host = await startIssueHost(paged([hostIssue(1, { pull_request: {} }), hostIssue(2)]))
    expect(await fetchIssues(source(host.url), never)).toEqual([
      {
        id: 1_002,
        number: 2,
        title: 'Issue 2',
        state: 'open',
        created_at: '2026-01-02T03:04:05Z',
        updated_at: '2026-01-02T03:04:05Z',
        closed_at: null,
        labels: [{ name: 'bug', color: 'd73a4a' }],
        user: { login: 'ada', avatar_url: 'https://example.org/ada.png' },
        html_url: 'https://example.org/issues/2',
      },
    ])
  })
})

describe('rejects when the host', () => {
  test.each([404, 403, 429, 500])('responds with %i', async (status) => {
    const host = await startIssueHost((_url, reply) => reply.writeHead(status).end('no'))
    await expect(fetchIssues(source(host.url), never)).rejects.toThrow(String(status))
  })

  test('fails on a later page', async () => {
    const first = paged(many(150))
    const host = await startIssueHost((url, reply, request) =>
      url.searchParams.get('page') === '2' ? reply.writeHead(502).end() : first(url, reply, request),
    )
    await expect(fetchIssues(source(host.url), never)).rejects.toThrow('502')
  })

  test.each([
    ['isn’t JSON', '<html>'],
    ['isn’t a list', '{"message":"hello"}'],
    ['lacks fields of an issue', '[{"id":1}]'],
    ['is a redirect', JSON.stringify([hostIssue(1, { html_url: 'javascript:alert(1)' })])],
  ])('sends a response that %s', async (_what, body) => {
    const host = await startIssueHost((_url, reply) => reply.end(body))
    await expect(fetchIssues(source(host.url), never)).rejects.toThrow()
  })

  test('closes the connection early', async () => {
    const host = await startIssueHost((_url, reply) => {
      reply.writeHead(200, { 'content-length': 100 }).write('[')
      reply.destroy()
    })
    await expect(fetchIssues(source(host.url), never)).rejects.toThrow()
  })

  test('never stops sending', async () => {
    const host = await startIssueHost((_url, reply) => {
      const talk = () => {
        while (!reply.destroyed && reply.write(' '.repeat(65_536)));
      }
      reply.on('drain', talk)
      talk()
    })
    await expect(fetchIssues(source(host.url), never)).rejects.toThrow('too much')
  })

  test('never responds', async () => {
    const host = await startIssueHost(() => {})
    await expect(fetchIssues(source(host.url), AbortSignal.timeout(50))).rejects.toThrow()
  })

  test('is unreachable', async () => {
    await expect(fetchIssues(source('http://127.0.0.1:1'), never)).rejects.toThrow()
  })
})
