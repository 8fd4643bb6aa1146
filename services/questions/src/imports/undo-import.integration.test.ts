import { randomUUID } from 'node:crypto'
import type { ImportBatch, ImportResult, ImportUndo, Question } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionRow } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, startQuestionsService } from '../testing/questions-service.ts'

interface Undone {
  data: ImportUndo
  message: string
}

let service: QuestionsService
const unified = '/api/questions/unified'
const imports = '/api/questions/imports'

beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('questions_undo'), testNats()])
  service = await startQuestionsService(database, nats.url)
})
afterAll(() => service.close())

async function bulk(questions: object[], options: object = {}): Promise<ImportResult> {
  const body = { isBulkImport: true, questions, ...options }
  return (await service.call<{ data: ImportResult }>(`POST ${unified}`, { as: 'admin', body })).body.data
}
const undo = (batchId: string | null) => service.call<Undone>(`DELETE ${imports}/${batchId}`, { as: 'admin' })
const read = (id: string | undefined) =>
  service.call<{ data: Question }>(`GET ${unified}/${id}`, { as: 'admin' })
const edit = (id: string | undefined, body: object) =>
  service.call(`PUT ${unified}/${id}`, { as: 'admin', body })

describe('undoing an import', () => {
  test('removes what the import created, but keeps and lists what was edited since', async () => {
    const { batchId, results } = await bulk([questionRow(), questionRow(), questionRow(), questionRow()])
    const [untouched, edited, deleted, back] = results
    await edit(edited?.id, { points: 9 })
    await service.call(`DELETE ${unified}/${deleted?.id}`, { as: 'admin' })
    // An edit that was reverted: undoing loses none of the admin's work.
    await edit(back?.id, { points: 9 })
    await edit(back?.id, { points: 1 })
    const { status, body } = await undo(batchId)
    expect(status).toBe(200)
    expect(body.data).toEqual({ batchId, removed: 2, reverted: 0, kept: [edited] })
    expect(body.message).toBe('Import undone: 2 removed, 0 reverted, 1 kept.')
    expect((await read(untouched?.id)).status).toBe(404)
    expect((await read(back?.id)).status).toBe(404)
    expect((await read(edited?.id)).body.data).toMatchObject({ points: 9, version: 2 })
  })

  test('removes the taxonomy nodes that the import created, unless they are used or edited', async () => {
    const names = async (list: string) =>
      (await service.call<{ data: { name: string }[] }>(`GET /api/${list}`)).body.data.map(({ name }) => name)
    const { batchId, results } = await bulk([
      questionRow({ category: 'Misspelt', topic: 'Kept topic', learningPath: 'Misspelt path' }),
      questionRow({ category: 'Renamed' }),
    ])
    await service.call('PUT /api/categories/renamed', { as: 'admin', body: { name: 'Named well' } })
    await bulk([questionRow({ topic: 'Kept topic' })])
    expect(await names('categories')).toEqual(expect.arrayContaining(['Misspelt', 'Named well']))
    await undo(batchId)
    expect(await names('categories')).toEqual(expect.arrayContaining(['Named well']))
    expect(await names('categories')).not.toContain('Misspelt')
    expect(await names('learning-paths')).not.toContain('Misspelt path')
    expect(await names('topics')).toContain('Kept topic')
    // A restored question gets its taxonomy nodes back.
    await service.call(`POST ${unified}/${results[0]?.id}/restore`, { as: 'admin' })
    expect(await names('categories')).toContain('Misspelt')
    expect(await names('learning-paths')).toContain('Misspelt path')
  })

  test('has no further effect when repeated, and returns the same response', async () => {
    const { batchId, results } = await bulk([questionRow()])
    const first = await undo(batchId)
    await service.call(`POST ${unified}/${results[0]?.id}/restore`, { as: 'admin' })
    expect((await undo(batchId)).body).toEqual(first.body)
    expect((await read(results[0]?.id)).status).toBe(200)
    const { data } = (await service.call<{ data: ImportBatch }>(`GET ${imports}/${batchId}`, { as: 'admin' }))
      .body
    expect(data).toMatchObject({ state: 'undone', undoneBy: 'admin_1', success: 1 })
  })

  test('restores what the import updated, unless edited since', async () => {
    const rows = [questionRow({ category: `Old ${randomUUID()}`, tags: ['old'] }), questionRow()]
    const [first, second] = (await bulk(rows)).results
    const before = (await read(first?.id)).body.data
    const changed = rows.map((row) => ({
      ...row,
      points: 7,
      category: 'General',
      tags: ['new'],
      topic: 'New',
    }))
    const { batchId } = await bulk(changed, { onDuplicate: 'update' })
    expect((await read(first?.id)).body.data).toMatchObject({ points: 7, version: 2 })
    await edit(second?.id, { points: 8 })
    const { data } = (await undo(batchId)).body
    expect(data).toEqual({ batchId, removed: 0, reverted: 1, kept: [second] })
    const after = (await read(first?.id)).body.data
    expect(after).toEqual({ ...before, version: 3, updatedAt: after.updatedAt })
    expect((await read(second?.id)).body.data.points).toBe(8)
  })

  test('undoes an earlier import after the later one was undone', async () => {
    const row = questionRow()
    const earlier = await bulk([row])
    const later = await bulk([{ ...row, points: 7 }], { onDuplicate: 'update' })
    await undo(later.batchId)
    expect((await undo(earlier.batchId)).body.data).toMatchObject({ removed: 1, kept: [] })
  })

  test('undoes a thousand rows once when requested twice concurrently', async () => {
    const { batchId, results } = await bulk(Array.from({ length: 1_000 }, () => questionRow()))
    const replies = await Promise.all([undo(batchId), undo(batchId)])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect(replies[0]?.body.data.removed).toBe(1_000)
    const history = await service.call<{ data: { action: string }[] }>(
      `GET ${unified}/${results[999]?.id}/history`,
      { as: 'admin' },
    )
    expect(history.body.data.map(({ action }) => action)).toEqual(['deleted', 'created'])
  })

  test('rejects an unknown id, and any caller except an admin', async () => {
    expect(await undo(randomUUID())).toMatchObject({ status: 404, body: { code: 'import_not_found' } })
    expect((await undo('nonsense')).status).toBe(400)
    const { batchId } = await bulk([questionRow()])
    for (const call of [`DELETE ${imports}/${batchId}`, `GET ${imports}/${batchId}`, `GET ${imports}`]) {
      expect((await service.call(call)).status).toBe(401)
      expect((await service.call(call, { as: 'learner' })).status).toBe(403)
    }
  })
})
