import { randomUUID } from 'node:crypto'
import type { ImportBatch, ImportResult, Pagination } from '@rehearse/contracts'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { questionRow } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, startQuestionsService } from '../testing/questions-service.ts'

let service: QuestionsService
let database: TestDatabase
const imports = '/api/questions/imports'

beforeAll(async () => {
  const nats = await testNats()
  database = await questionsDatabase('questions_progress')
  service = await startQuestionsService(database, nats.url)
})
afterAll(() => service.close())

const bulk = (questions: object[], options: object = {}) =>
  service.call<{ data: ImportResult; code: string }>('POST /api/questions/unified', {
    as: 'admin',
    body: { isBulkImport: true, questions, ...options },
  })
const find = async (batchId: string) =>
  (await service.call<{ data: ImportBatch }>(`GET ${imports}/${batchId}`, { as: 'admin' })).body.data
const list = async (query = '') =>
  (
    await service.call<{ data: ImportBatch[]; pagination: Pagination }>(`GET ${imports}${query}`, {
      as: 'admin',
    })
  ).body

/** Holds the import lock, as an import on another replica would. */
async function holdImports() {
  const client = new pg.Client(database.superuserUrl)
  await client.connect()
  await client.query(`select pg_advisory_lock(hashtext('question import'))`)
  return { query: (text: string) => client.query(text), release: () => client.end() }
}

describe('an import in progress', () => {
  test('is listed by its batchId, with its result at the end', async () => {
    const held = await holdImports()
    const batchId = randomUUID()
    const importing = bulk([questionRow(), questionRow(), { title: 'no' }], { batchId })
    await vi.waitFor(async () => expect(await find(batchId)).toMatchObject({ state: 'waiting', total: 2 }), {
      timeout: 60_000,
    })
    expect((await list()).data[0]).toMatchObject({
      batchId,
      state: 'waiting',
      success: null,
      createdBy: 'admin_1',
    })
    await held.release()
    expect((await importing).body.data.batchId).toBe(batchId)
    expect(await find(batchId)).toMatchObject({ state: 'done', success: 2, failed: 1, skipped: 0, total: 3 })
  })

  test('leaves connections for other requests, even when many imports are waiting', async () => {
    const held = await holdImports()
    // More than there are connections, and no more than may wait for a reading thread.
    const importing = Array.from({ length: 20 }, () => bulk([questionRow()]))
    try {
      await vi.waitFor(async () =>
        expect((await list('?pageSize=100')).data.filter((one) => one.state === 'waiting')).toHaveLength(20),
      )
      expect((await service.call('GET /api/categories')).status).toBe(200)
    } finally {
      await held.release()
    }
    for (const { body } of await Promise.all(importing)) expect(body.data.success).toBe(1)
  })

  test('is reported as interrupted when its process has ended, and can be repeated', async () => {
    const batchId = randomUUID()
    const held = await holdImports()
    await held.query(`
      insert into import_progress (batch_id, source, format, dry_run, created_by, stage, updated_at)
      values ('${batchId}', 'bulk', 'json', false, 'admin_1', 'storing', now() - interval '5 minutes')`)
    await held.release()
    expect((await find(batchId)).state).toBe('interrupted')
    expect((await bulk([questionRow()], { batchId })).body.data).toMatchObject({ success: 1, batchId })
    expect((await find(batchId)).state).toBe('done')
  })

  test('reports why it failed; a dry run leaves nothing behind', async () => {
    const batchId = randomUUID()
    const body = { content: '[{', format: 'json', batchId }
    await service.call('POST /api/questions/import', { as: 'admin', body })
    expect(await find(batchId)).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^JSON parsing error/),
    })
    const dry = randomUUID()
    await bulk([questionRow()], { batchId: dry, dryRun: true })
    expect((await service.call(`GET ${imports}/${dry}`, { as: 'admin' })).status).toBe(404)
  })
})

describe('a batchId', () => {
  test('identifies a repeated import', async () => {
    const batchId = randomUUID()
    const rows = [questionRow()]
    const options = { batchId, onDuplicate: 'add' }
    const [one, other] = await Promise.all([bulk(rows, options), bulk(rows, options)])
    expect(one.body).toEqual(other.body)
    expect((await bulk(rows, options)).body).toEqual(one.body)
  })

  test('is rejected if it belongs to another import', async () => {
    const batchId = randomUUID()
    await bulk([questionRow()], { batchId })
    expect(await bulk([questionRow()], { batchId })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    const headers = { 'idempotency-key': randomUUID() }
    const body = { isBulkImport: true, questions: [questionRow()], batchId }
    const reply = await service.call('POST /api/questions/unified', { as: 'admin', body, headers })
    expect(reply).toMatchObject({ status: 409, body: { code: 'batch_exists' } })
  })
})

test('lists imports newest first, in pages', async () => {
  const first = (await bulk([questionRow()], { metadata: { source: 'first.json' } })).body.data.batchId
  const second = (await bulk([questionRow(), questionRow()])).body.data.batchId
  const { data, pagination } = await list('?pageSize=2')
  expect(data.map(({ batchId }) => batchId)).toEqual([second, first])
  expect(data[1]).toMatchObject({
    source: 'first.json',
    format: 'json',
    success: 1,
    state: 'done',
    error: null,
  })
  expect(pagination.totalCount).toBeGreaterThan(2)
})
