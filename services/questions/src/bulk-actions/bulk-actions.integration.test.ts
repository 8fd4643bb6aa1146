import { randomUUID } from 'node:crypto'
import type { BulkOutcome, BulkPreview, BulkUndo, ImportResult } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, type One, startFilledService, unified } from '../testing/filled-service.ts'
import { questionRow } from '../testing/question-body.ts'
import { refused } from '../testing/questions-service.ts'

interface Batch {
  data: { batchId: string; changed: number; total: number; results: BulkOutcome[] }
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
    { action: 'activate' },
    { action: 'activate', ids: [randomUUID()], matching: { filter: {}, digest: '' } },
    { action: 'edit', ids: [randomUUID()], value: {} },
    { action: 'edit', ids: [randomUUID()], value: { replace: { in: ['title'], find: '', with: 'x' } } },
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

const select = async (query: string) =>
  (
    await service.call<{ data: { count: number; digest: string } }>(`GET ${unified}/selection?${query}`, {
      as: 'admin',
    })
  ).body.data

describe('a bulk action on all that match a filter', () => {
  test('changes exactly the matching questions, and undo restores them', async () => {
    const tags = ['everything']
    const wanted = await Promise.all(Array.from({ length: 3 }, () => service.create({ tags })))
    const other = await service.create()
    const { count, digest } = await select('tags=everything')
    expect(count).toBe(3)
    const { body } = await bulk({
      action: 'deactivate',
      matching: { filter: { tags: 'everything' }, digest },
    })
    expect(body.data).toMatchObject({ changed: 3, total: 3, results: [] })
    for (const { id } of wanted) expect((await read(id)).isActive).toBe(false)
    expect((await read(other.id)).isActive).toBe(true)
    expect((await undo(body.data.batchId)).body.data.reverted).toBe(3)
  })

  test('changes nothing if other questions match by then, even as many', async () => {
    const [one] = [await service.create({ tags: ['moving'] })]
    const matching = { filter: { tags: 'moving' }, digest: (await select('tags=moving')).digest }
    await bulk({ action: 'tag', value: { remove: ['moving'] }, ids: [one.id] })
    const two = await service.create({ tags: ['moving'] })
    expect((await select('tags=moving')).count).toBe(1)
    expect(await bulk({ action: 'delete', matching })).toMatchObject(refused(409, 'selection_changed'))
    expect((await read(two.id)).version).toBe(1)
  })

  test('lists the questions that it could not change', async () => {
    await service.create({ tags: ['full', ...Array.from({ length: 29 }, (_, n) => `tag${n}`)] })
    await service.create({ tags: ['full'] })
    const { digest } = await select('tags=full')
    const { body } = await bulk({
      action: 'tag',
      value: 'more',
      matching: { filter: { tags: 'full' }, digest },
    })
    expect(body.data).toMatchObject({ changed: 1, total: 2, results: [{ outcome: 'refused' }] })
  })
})

describe('a bulk edit', () => {
  const preview = async (body: object) =>
    (await service.call<{ data: BulkPreview }>(`POST ${unified}/bulk/preview`, { as: 'admin', body })).body
      .data

  test('sets fields and replaces text, as previewed, and can be undone', async () => {
    const options = [
      { text: 'Javascript `let`', isCorrect: true, feedback: 'Javascript' },
      { text: 'var', isCorrect: false },
    ]
    const question = await service.create({
      title: 'Javascript, or Javascript?',
      content: 'In $& Javascript',
      options,
    })
    const edit = {
      action: 'edit',
      ids: [question.id],
      value: {
        set: { points: 9, difficulty: 'hard', topic: null },
        replace: { in: ['title', 'content', 'options'], find: 'Javascript', with: '$&JavaScript' },
      },
    }
    const after = {
      title: '$&JavaScript, or $&JavaScript?',
      content: 'In $& $&JavaScript',
      options: [{ text: '$&JavaScript `let`', feedback: 'Javascript' }, { text: 'var' }],
      ...{ points: 9, difficulty: 'advanced', topic: null },
    }
    expect(await preview(edit)).toMatchObject({
      ...{ total: 1, changed: 1, unchanged: 0, refused: 0, refusals: [] },
      changes: [{ id: question.id, before: { title: question.title, points: 5 }, after }],
    })
    expect((await read(question.id)).version).toBe(1)
    const { body } = await bulk(edit)
    expect(await read(question.id)).toMatchObject({ ...after, version: 2 })
    await undo(body.data.batchId)
    const back = await read(question.id)
    expect(back).toEqual({ ...question, version: 3, updatedAt: back.updatedAt })
  })

  test('leaves questions unchanged that would become invalid', async () => {
    const short = await service.create({ title: 'a' })
    const long = await service.create({ title: 'a'.repeat(200) })
    const edit = {
      action: 'edit',
      ids: [short.id, long.id],
      value: { replace: { in: ['title'], find: 'a', with: 'bb' } },
    }
    const { refused: count, refusals } = await preview(edit)
    expect({ count, refusals }).toEqual({
      count: 1,
      refusals: [{ id: long.id, title: long.title, error: 'title must have at most 300 characters' }],
    })
    expect((await bulk(edit)).body.data).toMatchObject({ changed: 1 })
    expect((await read(long.id)).title).toBe(long.title)
    const type = { ...edit, value: { set: { type: 'open-ended' } } }
    expect(await preview(type)).toMatchObject({ changed: 0, refused: 2 })
  })
})

describe('POST /api/questions/unified/duplicates', () => {
  const duplicates = async (body: object) =>
    (await service.call<{ data: { id: string }[] }>(`POST ${unified}/duplicates`, { as: 'admin', body })).body
      .data

  test('finds what an import would skip', async () => {
    const { id, title, content, options } = await service.create({ title: 'Twice, exactly' })
    const same = { title: ' twice,  EXACTLY', content, options: options.toReversed() }
    expect(await duplicates(same)).toEqual([{ id, title }])
    expect(await duplicates({ ...same, content: `${content}!` })).toEqual([])
    await service.call(`DELETE ${unified}/${id}`, { as: 'admin' })
    expect(await duplicates(same)).toEqual([])
  })
})
