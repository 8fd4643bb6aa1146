import { randomUUID } from 'node:crypto'
import type { QuestionSnapshot } from '@rehearse/contracts'
import { openDatabase } from '@rehearse/service-kit/database/database'
import { silentLog as log } from '@rehearse/service-kit/testing/silent-log'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProgressTables } from '../tables.ts'
import { progressDatabase } from '../testing/progress-database.ts'
import { type ProgressService, startProgressService } from '../testing/progress-service.ts'

let service: ProgressService
let db: ReturnType<typeof openDatabase<ProgressTables>>
beforeAll(async () => {
  const [database, nats] = await Promise.all([progressDatabase('visibility'), testNats()])
  service = await startProgressService(database, nats.url)
  // As the owner role, which may change rows back to an older form.
  db = openDatabase<ProgressTables>({ url: database.ownerUrl, name: 'test', poolSize: 1, log })
})
afterAll(async () => {
  await service.close()
  await db.close()
})

let token: string
beforeEach(async () => {
  token = await service.identity.token('learner', { id: randomUUID() })
})

async function call(method: string, path: string, body?: unknown) {
  const reply = await fetch(`${service.url}/api/progress/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: replies of many routes
  return { status: reply.status, body: (await reply.json()) as any }
}

/** Publishes versions of one question, and waits until they are known. */
async function published(...versions: Partial<QuestionSnapshot>[]): Promise<string> {
  const questionId = randomUUID()
  for (const [index, changes] of versions.entries()) {
    await service.publishQuestion({ questionId, version: index + 1, ...changes })
  }
  const known = () =>
    db.db.selectFrom('answer_key').select('version').where('question_id', '=', questionId).execute()
  await vi.waitFor(async () => expect(await known()).toHaveLength(versions.length))
  return questionId
}

const answer = (questionId: string, changes: object = {}) => ({
  answerId: randomUUID(),
  questionId,
  selectedOptionIds: ['a'],
  timeSpent: 3,
  ...changes,
})
const review = () => ({ reviewId: randomUUID(), rating: 3 })

describe.each([
  ['not approved', { approved: false }],
  ['not active', { isActive: false }],
])('a question that was always %s', (_what, hidden) => {
  let questionId: string
  beforeAll(async () => {
    questionId = await published({ ...hidden, title: 'Top secret' }, { ...hidden, title: 'Top secret 2' })
  })

  test.each([
    ['a save', () => call('POST', 'save', answer(questionId))],
    ['a save of its version', () => call('POST', 'save', answer(questionId, { questionVersion: 1 }))],
    ['a note', () => call('PUT', `notes/${questionId}`, { text: 'What is this?' })],
    ['a bookmark', () => call('PUT', `bookmarks/${questionId}`)],
    ['a review', () => call('POST', `reviews/${questionId}`, review())],
  ])('is unknown to %s', async (_door, knock) => {
    const reply = await knock()
    expect([reply.status, reply.body.code]).toEqual([404, 'question_not_found'])
    expect(JSON.stringify(reply.body)).not.toMatch(/secret|explanation/)
  })

  test('is rejected in a batch like a question that doesn’t exist', async () => {
    const { body } = await call('POST', 'save/batch', {
      answers: [answer(questionId), answer(randomUUID())],
    })
    expect(body.results.map(({ status, error }: Record<string, unknown>) => [status, error])).toEqual(
      Array(2).fill(['refused', 'Question not found']),
    )
  })

  test('is hidden from earlier notes, bookmarks and cards', async () => {
    const learner_id = randomUUID()
    token = await service.identity.token('learner', { id: learner_id })
    const own = { learner_id, question_id: questionId }
    await db.db.insertInto('learner_bookmark').values(own).execute()
    await db.db
      .insertInto('learner_note')
      .values({ ...own, text: 'seen' })
      .execute()
    for (const kind of ['bookmarks', 'notes']) {
      const list = await call('GET', kind)
      expect([list.body[kind], list.body.pagination.totalCount]).toEqual([[], 0])
      expect((await call('GET', `${kind}/${questionId}`)).status).toBe(404)
    }
  })
})

describe('a question that was visible once', () => {
  let questionId: string
  beforeAll(async () => {
    questionId = await published(
      { title: 'A draft', approved: false },
      { title: 'As learners saw it' },
      { title: 'Edited in secret', isActive: false },
    )
  })

  test('accepts answers to visible versions only', async () => {
    const save = (questionVersion?: number) => call('POST', 'save', answer(questionId, { questionVersion }))
    expect((await save(2)).body.result).toMatchObject({ isCorrect: true, questionVersion: 2 })
    expect((await save()).body.result).toMatchObject({ isCorrect: true, questionVersion: 2 })
    expect((await save(1)).status).toBe(404)
    expect((await save(3)).status).toBe(404)
  })

  test('keeps notes, bookmarks and cards, and accepts new ones, with the title of a visible version', async () => {
    expect((await call('PUT', `notes/${questionId}`, { text: 'mine' })).body.note.title).toBe(
      'As learners saw it',
    )
    expect((await call('PUT', `bookmarks/${questionId}`)).body.bookmark.title).toBe('As learners saw it')
    expect((await call('POST', `reviews/${questionId}`, review())).body.review.title).toBe(
      'As learners saw it',
    )
    for (const kind of ['bookmarks', 'notes']) {
      expect((await call('GET', kind)).body[kind]).toMatchObject([{ title: 'As learners saw it' }])
    }
  })
})

describe('versions from before visibility was stored', () => {
  const forget = (questionId: string) =>
    db.db.updateTable('answer_key').set({ was_visible: null }).where('question_id', '=', questionId).execute()

  test('fetches the question once and stores its visibility', async () => {
    const [shown, hidden] = [await published({}), await published({ approved: false })]
    await Promise.all([forget(shown), forget(hidden)])
    expect((await call('POST', 'save', answer(shown))).status).toBe(200)
    expect((await call('POST', 'save', answer(hidden))).status).toBe(404)
    const { rows } = await db.pool.query(
      'select question_id, was_visible from answer_key where question_id = any($1)',
      [[shown, hidden]],
    )
    expect(new Map(rows.map((row) => [row.question_id, row.was_visible]))).toEqual(
      new Map([
        [shown, true],
        [hidden, false],
      ]),
    )
  })

  test('returns the first result of an answer recorded before then', async () => {
    const questionId = await published({})
    const sent = answer(questionId)
    const first = await call('POST', 'save', sent)
    await db.db
      .updateTable('answer_key')
      .set({ was_visible: false })
      .where('question_id', '=', questionId)
      .execute()
    // The question cache has to expire first.
    await expect.poll(async () => (await call('POST', 'save', answer(questionId))).status).toBe(404)
    const earlier = { selectedOptionIds: ['a'], response: null }
    expect((await call('POST', 'save', sent)).body.result).toEqual({ ...first.body.result, earlier })
  })
})
