import { randomUUID } from 'node:crypto'
import {
  auditRecorded,
  auditSubject,
  COMMENT_LIMITS,
  type CommentNotification,
  type CommentThread,
  RESTORABLE_FOR,
} from '@rehearse/contracts'
import { openDatabase } from '@rehearse/service-kit/database/database'
import { testNats } from '@rehearse/testing/test-nats'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '../privacy/repository.ts'
import type { Db, Tables } from '../tables.ts'
import { questionBody } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import {
  type Caller,
  type QuestionsService,
  refused,
  startQuestionsService,
} from '../testing/questions-service.ts'

let service: QuestionsService
let db: Db
beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('comments'), testNats()])
  service = await startQuestionsService(database, nats.url)
  const opened = openDatabase<Tables>({
    url: database.databaseUrl,
    name: 'comments',
    poolSize: 4,
    log: Fastify().log,
  })
  db = opened.db
  afterAll(opened.close)
  await service.call('POST /api/categories', { as: 'admin', body: { name: 'General' } })
})
afterAll(() => service.close())

interface Threads {
  data: CommentThread[]
  content: { title: string; parts: { id: string; title: string }[] }
  open: number
  pagination: { totalCount: number }
}
const send = (as: Caller, call: string, body?: object, headers: Record<string, string> = {}) =>
  service.call<{ data: { id: string } }>(call, { as, ...(body && { body }), headers })
const newQuestion = async (changes: object = {}) => {
  const made = await send('admin', 'POST /api/questions/unified', questionBody(changes))
  return made.body.data.id
}
const at = (entryId: string, kind = 'questions') => `/api/admin/comments/${kind}/${entryId}`
const comment = async (as: Caller, where: string, body: string, more: object = {}) => {
  const made = await send(as, `POST ${where}`, { body, ...more })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.data.id
}
const read = async (where: string, as: Caller = 'admin') =>
  (await service.call<Threads>(`GET ${where}?pageSize=100`, { as })).body
const notified = async (as: Caller) =>
  (
    await service.call<{ data: CommentNotification[]; unread: number }>(
      'GET /api/admin/notifications?pageSize=100',
      { as },
    )
  ).body
const about = async (as: Caller, id: string) => (await notified(as)).data.find((one) => one.id === id)

const article = {
  title: 'Twice',
  summary: 'One sentence.',
  body: '# Text',
  category: 'JavaScript',
  difficulty: 'beginner',
  readingTime: 3,
  tags: [],
}

describe('comments', () => {
  test('are threads of a comment and its replies, newest thread first', async () => {
    const where = at(await newQuestion())
    const first = await comment('author', where, 'Is **b** right?')
    const reply = await comment('reviewer', where, 'Yes.', { threadId: first })
    const second = await comment('admin', where, 'Shorter title?')
    const { data, open, pagination } = await read(where, 'author')
    expect(data.map(({ id, replies }) => [id, replies.map((one) => one.id)])).toEqual([
      [second, []],
      [first, [reply]],
    ])
    expect(data[1]).toMatchObject({ author: 'author_1', body: 'Is **b** right?', editedAt: null, part: null })
    expect([open, pagination.totalCount]).toEqual([2, 2])
    // One level: no reply to a reply, and none to a thread of other content.
    const elsewhere = at(await newQuestion())
    for (const [to, threadId] of [
      [where, reply],
      [elsewhere, first],
    ] as const) {
      expect(await send('admin', `POST ${to}`, { body: 'x', threadId })).toMatchObject(
        refused(404, 'comment_not_found'),
      )
    }
  })

  test('are resolved and reopened by anyone who reads them', async () => {
    const where = at(await newQuestion())
    const id = await comment('author', where, 'Why?')
    await send('reviewer', `PATCH /api/admin/comments/${id}`, { resolved: true })
    expect(await read(where)).toMatchObject({ open: 0, data: [{ resolvedBy: 'reviewer_1' }] })
    // The admin who resolved it first stays recorded.
    await send('admin', `PATCH /api/admin/comments/${id}`, { resolved: true })
    expect((await read(where)).data[0]?.resolvedBy).toBe('reviewer_1')
    await send('author', `PATCH /api/admin/comments/${id}`, { resolved: false })
    expect(await read(where)).toMatchObject({ open: 1, data: [{ resolvedBy: null, resolvedAt: null }] })
  })

  test('are edited by their author alone, and deleted by them or an admin, who is recorded', async () => {
    const entryId = await newQuestion({ title: `Audited ${randomUUID()}` })
    const where = at(entryId)
    const id = await comment('author', where, 'First')
    const edit = (as: Caller) => send(as, `PATCH /api/admin/comments/${id}`, { body: 'Second' })
    expect(await edit('admin')).toMatchObject(refused(403, 'not_own_comment'))
    expect((await edit('author')).status).toBe(200)
    expect((await read(where)).data[0]).toMatchObject({ body: 'Second', editedAt: expect.any(String) })
    const remove = (as: Caller, comment: string) => send(as, `DELETE /api/admin/comments/${comment}`)
    expect(await remove('reviewer', id)).toMatchObject(refused(403, 'not_own_comment'))
    const own = await comment('author', where, 'Own')
    expect((await remove('author', own)).status).toBe(200)
    expect((await remove('admin', id)).status).toBe(200)
    expect((await read(where)).data).toEqual([])
    const js = await service.nats.jetstream()
    const consumer = await js.consumers.get('QUESTIONS', { filter_subjects: auditSubject('questions') })
    for await (const message of await consumer.consume()) {
      const { data } = auditRecorded.parse(message.json())
      if (data.topic !== 'comments') continue
      expect(data).toMatchObject({
        actor: 'admin_1',
        role: 'admin',
        target: `questions/${entryId}`,
        title: expect.stringContaining('Audited'),
        details: { author: 'author_1' },
      })
      break
    }
  })

  test('that others replied to stay as deleted until the last reply is gone', async () => {
    const where = at(await newQuestion())
    const first = await comment('author', where, 'Question')
    const reply = await comment('admin', where, 'Answer', { threadId: first })
    await send('author', `DELETE /api/admin/comments/${first}`)
    expect((await read(where)).data).toMatchObject([
      { id: first, author: null, body: '', replies: [{ id: reply, body: 'Answer' }] },
    ])
    await send('admin', `DELETE /api/admin/comments/${reply}`)
    expect((await read(where)).data).toEqual([])
  })

  test('belong to every kind of content, a path’s also to one of its steps', async () => {
    const steps = [{ id: 'names', title: 'Names', lesson: 'Every control has one.' }]
    const path = (await send('admin', 'POST /api/learning-paths', { name: 'Accessible', steps })).body.data.id
    const topic = (await send('admin', 'POST /api/topics', { name: 'Closures' })).body.data.id
    const made = await send('admin', 'POST /api/articles', { ...article, title: 'Event loop' })
    const text = made.body.data.id
    await comment('author', at(topic, 'topic'), 'One')
    await comment('author', at(text, 'articles'), 'Two')
    expect((await read(at(text, 'articles'))).content.title).toBe('Event loop')
    await comment('author', at(path, 'learning_path'), 'Three', { part: 'names' })
    expect(await read(at(path, 'learning_path'))).toMatchObject({
      content: { title: 'Accessible', parts: [{ id: 'names', title: 'Names' }] },
      data: [{ part: 'names' }],
    })
    const unknown = { body: 'x', part: 'none' }
    expect(await send('author', `POST ${at(path, 'learning_path')}`, unknown)).toMatchObject(
      refused(400, 'unknown_part'),
    )
    for (const where of [at(text, 'guides'), at('none', 'topic'), at('none'), at(randomUUID())]) {
      expect(await send('admin', `POST ${where}`, { body: 'x' })).toMatchObject(
        refused(404, 'content_not_found'),
      )
    }
    expect((await send('admin', `POST ${at('none', 'users')}`, { body: 'x' })).status).toBe(400)
  })

  test('are for those who may read the content', async () => {
    const { id: draft } = (await send('author', 'POST /api/questions/unified', questionBody())).body.data
    await comment('author', at(draft), 'My draft')
    expect((await read(at(draft), 'reviewer')).data).toHaveLength(1)
    for (const call of [`GET ${at(draft)}`, `PUT /api/admin/presence/questions/${draft}`]) {
      expect(await send('other_author', call)).toMatchObject(refused(404, 'content_not_found'))
      expect((await send('learner', call)).status).toBe(403)
      expect((await send('visitor', call)).status).toBe(401)
    }
    // A mention doesn't open it either.
    const id = await comment('reviewer', at(draft), 'See @{author_2}')
    expect(await about('other_author', id)).toBeUndefined()

    const { id: text } = (await send('author', 'POST /api/articles', article)).body.data
    const first = await comment('author', at(text, 'articles'), 'My draft @{author_2}')
    expect(await send('other_author', `GET ${at(text, 'articles')}`)).toMatchObject(
      refused(404, 'content_not_found'),
    )
    expect(await about('other_author', first)).toBeUndefined()
    const review = { status: 'in-review', reviewer: 'reviewer_1' }
    await send('author', `POST /api/admin/content/articles/${text}/status`, review)
    const second = await comment('author', at(text, 'articles'), 'Ready')
    expect(await about('reviewer', second)).toMatchObject({ reason: 'review', title: article.title })
    await send('reviewer', `POST /api/admin/content/articles/${text}/status`, { status: 'approved' })
    expect((await read(at(text, 'articles'), 'other_author')).data).toHaveLength(2)
    expect(await about('other_author', first)).toBeDefined()
  })

  test('have limits', async () => {
    const where = at(await newQuestion())
    const long = 'x'.repeat(COMMENT_LIMITS.length)
    expect((await send('author', `POST ${where}`, { body: `${long}x` })).status).toBe(400)
    expect((await send('author', `POST ${where}`, { body: '  ' })).status).toBe(400)
    const mentions = (count: number) =>
      Array.from({ length: count }, (_, number) => `@{admin_${number}}`).join(' ')
    expect((await send('author', `POST ${where}`, { body: mentions(11) })).status).toBe(400)
    const thread = await comment('author', where, long)
    await sql`
      insert into comment (id, kind, entry_id, thread_id, author, body)
      select gen_random_uuid(), 'questions', entry_id, id, 'author_1', 'x'
      from comment, generate_series(2, ${COMMENT_LIMITS.replies}) where id = ${thread}`.execute(db)
    await comment('author', where, mentions(10), { threadId: thread })
    const full = refused(409, 'too_many_comments')
    expect(await send('author', `POST ${where}`, { body: 'x', threadId: thread })).toMatchObject(full)
    await sql`
      insert into comment (id, kind, entry_id, author, body)
      select gen_random_uuid(), 'questions', entry_id, 'author_1', 'x'
      from comment, generate_series(1, ${COMMENT_LIMITS.perContent - COMMENT_LIMITS.replies - 2})
      where id = ${thread}`.execute(db)
    // Two at once, for the last place.
    const last = await Promise.all([1, 2].map(() => send('author', `POST ${where}`, { body: 'x' })))
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('that are sent again with their key are stored once', async () => {
    const where = at(await newQuestion())
    const key = { 'idempotency-key': randomUUID() }
    const body = { body: 'Once, @{reviewer_1}' }
    const [one, two] = [
      await send('author', `POST ${where}`, body, key),
      await send('author', `POST ${where}`, body, key),
    ]
    expect(two.body).toEqual(one.body)
    expect((await read(where)).data).toHaveLength(1)
    expect((await notified('reviewer')).data.filter(({ id }) => id === one.body.data.id)).toHaveLength(1)
  })
})

describe('notifications', () => {
  test('notify users who are mentioned, wrote in the thread or review it, but never of their own', async () => {
    const made = await send('author', 'POST /api/questions/unified', questionBody())
    const entryId = made.body.data.id
    const review = { status: 'in-review', reviewer: 'reviewer_1' }
    await send('author', `POST /api/questions/unified/${entryId}/status`, review)
    const where = at(entryId)
    const first = await comment('author', where, 'Ready, @{author_1} thinks')
    expect(await about('reviewer', first)).toMatchObject({
      reason: 'review',
      kind: 'questions',
      entryId,
      isRead: false,
    })
    expect(await about('author', first)).toBeUndefined()
    const reply = await comment('reviewer', where, 'Which engine? @{admin_1}', { threadId: first })
    expect(await about('author', reply)).toMatchObject({ reason: 'reply', author: 'reviewer_1' })
    expect(await about('admin', reply)).toMatchObject({ reason: 'mention' })
    // A mention counts more than the rest, and there is one notification for each comment.
    const both = await comment('author', where, '@{reviewer_1} V8', { threadId: first })
    expect(await about('reviewer', both)).toMatchObject({ reason: 'mention' })
    // Edited: who is mentioned now, and wasn't before.
    await send('author', `PATCH /api/admin/comments/${both}`, { body: '@{reviewer_1} @{admin_1} V8' })
    expect(await about('admin', both)).toMatchObject({ reason: 'mention' })
  })

  test('are read one by one or all, each account its own', async () => {
    const where = at(await newQuestion())
    const ids = [
      await comment('admin', where, 'One @{author_2} @{reviewer_1}'),
      await comment('admin', where, 'Two @{author_2}'),
      await comment('admin', where, 'Three @{author_2}'),
    ]
    await send('other_author', 'POST /api/admin/notifications/read', { ids: [] })
    const before = [await notified('reviewer'), await notified('other_author')]
    await send('other_author', 'POST /api/admin/notifications/read', { ids: ids.slice(0, 1) })
    expect((await about('other_author', ids[0] ?? ''))?.isRead).toBe(true)
    expect((await notified('other_author')).unread).toBe((before[1]?.unread ?? 0) - 1)
    await send('other_author', 'POST /api/admin/notifications/read', {})
    expect((await notified('other_author')).unread).toBe(0)
    expect((await notified('reviewer')).unread).toBe(before[0]?.unread)
  })
})

describe('in the trash', () => {
  const trash = async (call: string) =>
    (await service.call<{ trashId: string }>(call, { as: 'admin' })).body.trashId

  test('comments stay with a question, and come back with it', async () => {
    const entryId = await newQuestion()
    const id = await comment('author', at(entryId), 'Kept @{reviewer_1}')
    await trash(`DELETE /api/questions/unified/${entryId}`)
    expect((await send('admin', `GET ${at(entryId)}`)).status).toBe(404)
    expect((await send('author', `PATCH /api/admin/comments/${id}`, { body: 'x' })).status).toBe(404)
    expect(await about('reviewer', id)).toBeUndefined()
    await send('admin', `POST /api/admin/trash/${entryId}/restore`, {})
    expect((await read(at(entryId))).data).toMatchObject([{ id, body: 'Kept @{reviewer_1}' }])
    expect(await about('reviewer', id)).toBeDefined()
  })

  test('those of an entry don’t show with another of the same id, and follow it to a new one', async () => {
    const { id } = (await send('admin', 'POST /api/articles', article)).body.data
    await comment('author', at(id, 'articles'), 'On the first')
    const deletion = await trash(`DELETE /api/articles/${id}`)
    await send('admin', 'POST /api/articles', { ...article, id })
    expect((await read(at(id, 'articles'))).data).toEqual([])
    await comment('author', at(id, 'articles'), 'On the second')
    await send('admin', `POST /api/admin/trash/${deletion}/restore`, { entryId: 'twice-before' })
    const bodies = async (entry: string) => (await read(at(entry, 'articles'))).data.map(({ body }) => body)
    expect([await bodies(id), await bodies('twice-before')]).toEqual([['On the second'], ['On the first']])
  })

  test('they are erased with their content after 30 days', async () => {
    const entryId = await newQuestion()
    await comment('author', at(entryId), 'Gone')
    const { id } = (await send('admin', 'POST /api/articles', { ...article, title: 'Gone' })).body.data
    await comment('author', at(id, 'articles'), 'Gone')
    await trash(`DELETE /api/questions/unified/${entryId}`)
    await trash(`DELETE /api/articles/${id}`)
    const count = async () =>
      (
        await sql<{ count: number }>`select count(*)::int as count from comment where body = 'Gone'`.execute(
          db,
        )
      ).rows[0]?.count
    await sweep(db, new Date())
    expect(await count()).toBe(2)
    await sweep(db, new Date(Date.now() + RESTORABLE_FOR + 60_000))
    expect(await count()).toBe(0)
  })
})
