import { randomUUID } from 'node:crypto'
import type { BulkOutcome, BulkUndo, ImportResult } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, type One, startFilledService, unified } from '../testing/filled-service.ts'
import { questionRow } from '../testing/question-body.ts'
import { refused } from '../testing/questions-service.ts'

interface Batch {
  data: { batchId: string; changed: number; results: BulkOutcome[] }
}

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('bulk_action_routes')
  await service.call('POST /api/categories', { as: 'admin', body: { name: 'CSS' } })
  await service.call('POST /api/sections', { as: 'admin', body: { id: 'drills', name: 'Drills' } })
})
afterAll(() => service.close())

const bulk = (body: object, headers = {}) =>
  service.call<Batch>(`POST ${unified}/bulk`, { as: 'admin', body, headers })
const undo = (batchId: string) =>
  service.call<{ data: BulkUndo }>(`DELETE /api/questions/bulk/${batchId}`, { as: 'admin' })
const read = async (id: string) =>
  (await service.call<One>(`GET ${unified}/${id}`, { as: 'admin' })).body.data

describe('POST /api/questions/unified/bulk', () => {
  test('reports the outcome of each question, once, in the requested order', async () => {
    const [one, off] = [await service.create(), await service.create({ isActive: false })]
    const unknown = randomUUID()
    const { status, body } = await bulk({
      action: 'deactivate',
      ids: [off.id, unknown, one.id, one.id.toUpperCase()],
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      changed: 1,
      results: [
        { id: off.id, outcome: 'unchanged', version: 1 },
        { id: unknown, outcome: 'not-found', error: 'Question not found' },
        { id: one.id, outcome: 'changed', version: 2 },
      ],
    })
    expect(await read(one.id)).toMatchObject({ isActive: false, version: 2 })
  })

  test.each([
    [{ action: 'activate' }, { isActive: true }],
    [{ action: 'approve' }, { approved: true }],
    [
      { action: 'move', value: { topic: 'types', learningPath: null } },
      { topic: 'Types', learningPath: null },
    ],
    [{ action: 'move', value: 'css' }, { category: 'CSS' }],
    [{ action: 'move', value: { sectionId: 'drills' } }, { sectionId: 'drills' }],
    [{ action: 'tag', value: { add: ['new', 'es5'], remove: ['types'] } }, { tags: ['es5', 'new'] }],
    [{ action: 'tag', value: 'new' }, { tags: ['es5', 'types', 'new'] }],
    [{ action: 'tag', value: ['new', 'es6'] }, { tags: ['es5', 'types', 'new', 'es6'] }],
  ])('applies and undoes %j', async (action, expected) => {
    const question = await service.create({
      isActive: false,
      approved: false,
      learningPath: 'javascript-basics',
    })
    const { body } = await bulk({ ...action, ids: [question.id] })
    expect(await read(question.id)).toMatchObject({ ...expected, version: 2 })
    const first = await undo(body.data.batchId)
    expect(first.body.data).toEqual({ batchId: body.data.batchId, reverted: 1, kept: [] })
    const back = await read(question.id)
    expect(back).toEqual({ ...question, version: 3, updatedAt: back.updatedAt })
    expect((await undo(body.data.batchId)).body.data).toEqual(first.body.data)
    expect((await read(question.id)).version).toBe(3)
  })

  test('deletes questions, and undo restores those not edited since', async () => {
    const [one, two] = [await service.create(), await service.create()]
    const { body } = await bulk({ action: 'delete', ids: [one.id, two.id] })
    expect((await service.call(`GET ${unified}/${one.id}`, { as: 'admin' })).status).toBe(404)
    await service.call(`POST ${unified}/${two.id}/restore`, { as: 'admin' })
    expect((await undo(body.data.batchId)).body.data).toMatchObject({
      reverted: 1,
      kept: [{ id: two.id, reason: 'edited' }],
    })
    expect((await read(one.id)).version).toBe(3)
    const history = await service.call<{ data: { action: string }[] }>(`GET ${unified}/${one.id}/history`, {
      as: 'admin',
    })
    expect(history.body.data.map(({ action }) => action)).toEqual(['restored', 'deleted', 'created'])
  })

  test('undoes a large batch', async () => {
    // More questions than one statement changes.
    const questions = Array.from({ length: 260 }, () => questionRow())
    const { body: imported } = await service.call<{ data: ImportResult }>(`POST ${unified}`, {
      as: 'admin',
      body: { isBulkImport: true, questions },
    })
    const ids = imported.data.results.map(({ id }) => id)
    const { body } = await bulk({ action: 'deactivate', ids })
    expect(body.data.changed).toBe(260)
    expect((await undo(body.data.batchId)).body.data).toMatchObject({ reverted: 260, kept: [] })
    for (const id of [ids[0], ids[259]]) {
      expect(await read(id ?? '')).toMatchObject({ isActive: true, version: 3 })
    }
  })

  test('undo leaves a question unchanged if its old taxonomy node no longer exists', async () => {
    await service.call('POST /api/topics', { as: 'admin', body: { name: 'Passing' } })
    const question = await service.create({ topic: 'Passing' })
    const { body } = await bulk({ action: 'move', value: { topic: 'Types' }, ids: [question.id] })
    expect((await service.call('DELETE /api/topics/passing', { as: 'admin' })).status).toBe(200)
    expect((await undo(body.data.batchId)).body.data.kept).toEqual([{ id: question.id, reason: 'gone' }])
  })

  test('rejects too many tags for one question without affecting the others', async () => {
    const [full, free] = [
      await service.create({ tags: Array.from({ length: 30 }, (_, n) => `tag${n}`) }),
      await service.create(),
    ]
    const { body } = await bulk({ action: 'tag', value: { add: ['more'] }, ids: [full.id, free.id] })
    expect(body.data.results.map(({ outcome }) => outcome)).toEqual(['refused', 'changed'])
  })

  test('runs once under one Idempotency-Key', async () => {
    const { id } = await service.create()
    const headers = { 'idempotency-key': randomUUID() }
    const [first, second] = [
      await bulk({ action: 'deactivate', ids: [id] }, headers),
      await bulk({ action: 'deactivate', ids: [id] }, headers),
    ]
    expect(second.body).toEqual(first.body)
  })

  test('changes nothing if the target node is unknown', async () => {
    const { id } = await service.create()
    const reply = await bulk({ action: 'move', value: { category: 'Nowhere' }, ids: [id] })
    expect(reply).toMatchObject(refused(400, 'invalid_question'))
    expect((await read(id)).version).toBe(1)
  })

  test.each([
    {},
    { action: 'explode', ids: [randomUUID()] },
    { action: 'activate', ids: [] },
    { action: 'activate', ids: ['x'] },
    { action: 'move', ids: [randomUUID()], value: {} },
    { action: 'tag', ids: [randomUUID()] },
  ])('rejects %j', async (body) => {
    expect((await bulk(body)).status).toBe(400)
  })

  test('undo rejects an unknown batch', async () => {
    expect(await undo(randomUUID())).toMatchObject(refused(404, 'batch_not_found'))
  })

  test('completes two concurrent batches over the same questions', async () => {
    const questions = await Promise.all(Array.from({ length: 8 }, () => service.create()))
    const ids = questions.map(({ id }) => id)
    const replies = await Promise.all([
      bulk({ action: 'deactivate', ids }),
      bulk({ action: 'tag', value: { add: ['both'] }, ids: ids.toReversed() }),
    ])
    expect(replies.map(({ body }) => body.data.changed)).toEqual([8, 8])
    for (const id of ids) expect(await read(id)).toMatchObject({ version: 3, isActive: false })
  })
})
