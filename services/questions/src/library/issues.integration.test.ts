import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IssueList } from '@rehearse/contracts'
import { type TemporaryFolder, temporaryFolder } from '@rehearse/testing/temporary-folder'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hostIssue, type IssueHost, paged, startIssueHost } from '../testing/issue-host.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { startQuestionsService } from '../testing/questions-service.ts'

const address = 'GET /api/resources/issues'

/** Shared by all tests, which change no data, so the content is loaded only once. */
let servers: { database: TestDatabase; natsUrl: string }
/** Of the shipped content only the built-in list. */
let content: TemporaryFolder
beforeAll(async () => {
  const [database, { url }] = await Promise.all([questionsDatabase('issue_listing'), testNats()])
  servers = { database, natsUrl: url }
  content = await temporaryFolder()
  await copyFile(join(import.meta.dirname, '../../content/issues.json'), join(content.path, 'issues.json'))
})
afterAll(() => content.remove())

async function serviceFor(host: IssueHost | null, repository = 'acme/list') {
  const env = host ? { ISSUES_REPOSITORY: repository, ISSUES_API_URL: host.url, ISSUES_TOKEN: 'secret' } : {}
  const { database, natsUrl } = servers
  const service = await startQuestionsService(database, natsUrl, { contentDir: content.path, env })
  onTestFinished(service.close)
  return service
}

test('shows the issues of the configured repository, with an ETag', async () => {
  const host = await startIssueHost(paged([hostIssue(1), hostIssue(2, { state: 'closed', labels: [] })]))
  const service = await serviceFor(host)
  await expect.poll(async () => (await service.call<IssueList>(address)).body.stats.isMockData).toBe(false)
  const { body, headers } = await service.call<IssueList>(address)
  expect(body).toMatchObject({
    data: [
      { number: 1, priority: 'High' },
      { number: 2, priority: 'Low' },
    ],
    count: 2,
    stats: { total: 2, open: 1, closed: 1, isMockData: false },
  })
  const known = { 'if-none-match': headers.get('etag') ?? '' }
  expect((await service.call(address, { headers: known })).status).toBe(304)
  expect(host.requests).toHaveLength(1)
  expect(host.requests[0]?.authorization).toBe('Bearer secret')
})

test.each<[string, IssueHost['answer'] | null]>([
  ['no repository is configured', null],
  ['the repository is unknown', (_url, reply) => reply.writeHead(404).end()],
  ['the host never responds', () => {}],
  ['the host’s response is invalid', (_url, reply) => reply.end('nonsense')],
])('shows the built-in list immediately when %s', async (_when, answer) => {
  const host = answer && (await startIssueHost(answer))
  const service = await serviceFor(host)
  if (host) await expect.poll(() => host.requests.length).toBeGreaterThan(0)
  const { status, body } = await service.call<IssueList>(address)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    count: 88,
    stats: { total: 88, open: 88, closed: 0, isMockData: true },
    fetchedAt: null,
  })
  expect(body.data[0]).toMatchObject({ completed: false, url: expect.stringMatching(/^https:/) })
})
