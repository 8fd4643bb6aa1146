import { randomUUID } from 'node:crypto'
import {
  type PlaceMessage,
  placeSubjects,
  type QuestionMessage,
  type QuestionReplayPage,
  type QuestionReplayRequest,
  questionReplaySubject,
  questionSubjects,
  type ReplayPlace,
} from '@rehearse/contracts'
import { openNats } from '@rehearse/service-kit'
import { openDatabase } from '@rehearse/service-kit/database/database'
import { silentLog as log } from '@rehearse/service-kit/testing/silent-log'
import type { TestDatabase } from '@rehearse/testing/test-database'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ProgressTables } from '../tables.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, questionSnapshot, startProgressService } from '../testing/progress-service.ts'
import { findAnswerKeys } from './question-repository.ts'

let natsUrl: string
let database: TestDatabase
let service: ProgressService | undefined
let bank: ReturnType<typeof openNats>
let db: ReturnType<typeof openDatabase<ProgressTables>>
const first = randomUUID()
const second = randomUUID()

const envelope = {
  version: 1,
  occurredAt: '2026-01-02T03:04:05Z',
  correlationId: null,
  causationId: null,
} as const

const version = (questionId: string, number: number, changes: object = {}): QuestionMessage => ({
  ...envelope,
  id: randomUUID(),
  type: number === 1 ? 'QuestionCreated' : 'QuestionRevised',
  data: questionSnapshot({ questionId, version: number, category: 'CSS', categoryId: 'css', ...changes }),
})

const category = (name: string, revision: number): PlaceMessage => ({
  ...envelope,
  id: randomUUID(),
  type: 'PlaceDefined',
  data: { kind: 'category', id: 'css', name, revision },
})

const renamed = (name: string, previousName: string, revision: number): PlaceMessage => ({
  ...category(name, revision),
  type: 'PlaceRenamed',
  data: { kind: 'category', id: 'css', name, revision, previousName },
})

beforeAll(async () => {
  ;[database, { url: natsUrl }] = await Promise.all([progressDatabase('replay_bank'), testNats()])
  bank = openNats({ url: natsUrl, name: 'questions', replicas: 1, log, owns: 'questions' })
  bank.start()
  db = openDatabase<ProgressTables>({ url: database.databaseUrl, name: 'test', poolSize: 2, log })
})
afterEach(async () => {
  await service?.close()
  service = undefined
})
afterAll(async () => {
  await bank.close()
  await db.close()
})

const categoryOf = async (questionId: string, number?: number) =>
  (await findAnswerKeys(db.db, [{ questionId, version: number }]))[0]?.category

const publish = async (subject: string, message: object) => {
  const js = await bank.jetstream()
  await js.publish(subject, JSON.stringify(message))
}

test('a new installation replays the whole question bank, page by page, and resumes where it stopped', async () => {
  const asked: (ReplayPlace | null)[] = []
  const pages: QuestionReplayPage[] = [
    { messages: [category('CSS', 1) as never, version(first, 1)], next: { questionId: first, version: 1 } },
    { messages: [version(first, 2), version(second, 1, { isActive: false })], next: null },
  ]
  let silent = true
  const connection = await bank.connection
  connection.subscribe(questionReplaySubject, {
    callback: (_, message) => {
      const { after } = message.json<QuestionReplayRequest>()
      asked.push(after)
      if (after !== null && silent) return
      message.respond(JSON.stringify(pages[after === null ? 0 : 1]))
    },
  })
  service = await startProgressService(database, natsUrl)
  // The second page gets no response until progress is restarted.
  await expect.poll(() => asked.length).toBe(2)
  await service.close()
  silent = false
  service = await startProgressService(database, natsUrl)
  await expect.poll(() => categoryOf(second, 1)).toBe('CSS')
  expect(asked).toEqual([null, { questionId: first, version: 1 }, { questionId: first, version: 1 }])

  await service.close()
  service = await startProgressService(database, natsUrl)
  const { rows } = await db.pool.query(
    'select question_id, version, is_open from bank_question order by version desc',
  )
  expect(rows).toEqual([
    { question_id: first, version: 2, is_open: true },
    { question_id: second, version: 1, is_open: false },
  ])
  const { rows: versions } = await db.pool.query(
    'select question_id, version, was_visible from answer_key order by question_id = $1 desc, version',
    [first],
  )
  expect(versions).toEqual([
    { question_id: first, version: 1, was_visible: true },
    { question_id: first, version: 2, was_visible: true },
    { question_id: second, version: 1, was_visible: false },
  ])
  expect(asked).toHaveLength(3)
})

test('answer keys show the current category name, in whatever order names arrive', async () => {
  service = await startProgressService(database, natsUrl)
  const id = randomUUID()
  await publish(questionSubjects.created, version(id, 1))
  await publish(placeSubjects.renamed, renamed('Styles and layout', 'Styles', 9))
  await expect.poll(() => categoryOf(id)).toBe('Styles and layout')
  await publish(placeSubjects.renamed, renamed('Styles', 'CSS', 8))
  await publish(questionSubjects.revised, version(id, 2, { title: 'Last' }))
  await expect
    .poll(() => findAnswerKeys(db.db, [{ questionId: id, version: 2 }]))
    .toMatchObject([{ title: 'Last', category: 'Styles and layout' }])
  expect(await categoryOf(id, 1)).toBe('Styles and layout')
})

test('adds the category id to a key from before categories had ids when its version arrives again', async () => {
  service = await startProgressService(database, natsUrl)
  const id = randomUUID()
  await publish(questionSubjects.created, version(id, 1, { categoryId: undefined }))
  await expect.poll(() => categoryOf(id)).toBe('CSS')
  await publish(questionSubjects.created, version(id, 1))
  await expect.poll(() => categoryOf(id)).toBe('Styles and layout')
})
