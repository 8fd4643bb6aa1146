import type { ImportResult, LearningPathDetails } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionRow } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, refused, startQuestionsService } from '../testing/questions-service.ts'

let service: QuestionsService
beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('import_steps'), testNats()])
  service = await startQuestionsService(database, nats.url)
})
afterAll(() => service.close())

const as = 'admin' as const
const bulk = (questions: object[], options: object) =>
  service.call<{ data: ImportResult }>('POST /api/questions/unified', {
    as,
    body: { isBulkImport: true, questions, ...options },
  })
const pathOf = async (title: string, steps: object[] = []) => {
  const body = { title, steps }
  return (await service.call<{ data: { id: string } }>('POST /api/learning-paths', { as, body })).body.data.id
}
const stepsOf = async (id: string) =>
  (await service.call<{ data: LearningPathDetails }>(`GET /api/learning-paths/${id}`, { as })).body.data
    ?.steps
const undo = (batchId: string | null) => service.call(`DELETE /api/questions/imports/${batchId}`, { as })
const rows = (count: number) => Array.from({ length: count }, () => questionRow())

test('files new questions in a new step in their order, says so before, and undoes it', async () => {
  const path = await pathOf('Steps: new')
  const target = { learningPath: path, step: 'Closures' }
  const questions = rows(3)
  const dry = await bulk(questions, { ...target, dryRun: true })
  expect(dry.body.data.newNodes).toContainEqual({ kind: 'step', name: 'Closures' })
  expect(await stepsOf(path)).toEqual([])

  const { body } = await bulk(questions, target)
  const ids = body.data.results.map(({ id }) => id)
  expect(body.data.newNodes).toContainEqual({ kind: 'step', name: 'Closures' })
  expect(await stepsOf(path)).toMatchObject([{ id: 'closures', title: 'Closures', questionIds: ids }])

  // By its title, ignoring case: the step isn't new any more.
  const second = await bulk(rows(1), { ...target, step: 'closures ' })
  expect(second.body.data.newNodes.map(({ kind }) => kind)).not.toContain('step')
  const more = second.body.data.results.map(({ id }) => id)
  expect((await stepsOf(path))?.[0]?.questionIds).toEqual([...ids, ...more])

  await undo(body.data.batchId)
  expect(await stepsOf(path)).toMatchObject([{ id: 'closures', questionIds: more }])
  await undo(second.body.data.batchId)
  // The second import didn't create the step.
  expect(await stepsOf(path)).toMatchObject([{ id: 'closures', questionIds: [] }])
})

test('the undo removes the step that the import created, unless something is left in it', async () => {
  const path = await pathOf('Steps: undo')
  const [gone, edited, lesson] = [
    await bulk(rows(2), { learningPath: path, step: 'Gone' }),
    await bulk(rows(2), { learningPath: path, step: 'Edited' }),
    await bulk(rows(1), { learningPath: path, step: 'With a lesson' }),
  ].map(({ body }) => body.data)
  const kept = edited?.results[0]?.id
  await service.call(`PUT /api/questions/unified/${kept}`, { as, body: { points: 9 } })
  const written = (await stepsOf(path))?.map((step) =>
    step.id === 'with-a-lesson' ? { ...step, lesson: 'Read this.' } : step,
  )
  await service.call(`PUT /api/learning-paths/${path}`, { as, body: { steps: written } })
  for (const batch of [gone, edited, lesson]) await undo(batch?.batchId ?? null)
  expect(await stepsOf(path)).toMatchObject([
    { id: 'edited', questionIds: [kept] },
    { id: 'with-a-lesson', questionIds: [] },
  ])
})

test('creates the path and its step together; the undo removes the step', async () => {
  const { body } = await bulk(rows(1), { learningPath: 'Path and step', step: 'First' })
  expect(body.data.newNodes.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['learning-path', 'step']),
  )
  expect(await stepsOf('path-and-step')).toMatchObject([{ id: 'first' }])
  await undo(body.data.batchId)
  expect(await stepsOf('path-and-step')).toEqual([])
})

test('a question that the path has already stays in its step', async () => {
  const path = await pathOf('Steps: once')
  const [question] = rows(1)
  const first = await bulk([question ?? {}], { learningPath: path, step: 'One' })
  const id = first.body.data.results[0]?.id
  const changed = { ...question, points: 7 }
  await bulk([changed], { learningPath: path, step: 'Two', onDuplicate: 'update' })
  expect(await stepsOf(path)).toMatchObject([{ id: 'one', questionIds: [id] }])
})

test('rejects a step without a path, a full step, and an eleventh step; nothing is stored then', async () => {
  expect(await bulk(rows(1), { step: 'Closures' })).toMatchObject(refused(400, 'invalid_request'))
  const path = await pathOf(
    'Steps: full',
    Array.from({ length: 10 }, (_, at) => ({ id: `step-${at}`, title: `Step ${at}`, questionIds: [] })),
  )
  expect(await bulk(rows(1), { learningPath: path, step: 'Eleventh' })).toMatchObject(
    refused(400, 'too_many_steps'),
  )
  const [one] = rows(1)
  expect(await bulk([...rows(50), one ?? {}], { learningPath: path, step: 'step-0' })).toMatchObject(
    refused(400, 'step_full'),
  )
  const dry = await bulk([one ?? {}], { learningPath: path, step: 'step-0', dryRun: true })
  expect(dry.body.data).toMatchObject({ success: 1, skipped: 0 })
  expect((await stepsOf(path))?.[0]?.questionIds).toEqual([])
})
