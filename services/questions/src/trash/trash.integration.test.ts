import { randomUUID } from 'node:crypto'
import { RESTORABLE_FOR, type TrashItem } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordActor } from '../edits/repository.ts'
import { sweep } from '../privacy/repository.ts'
import type { Db, Trx } from '../tables.ts'
import { createNode, removeNode } from '../taxonomy/edit-nodes.ts'
import { nodeDefinitions } from '../taxonomy/node-definitions.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { questionBody } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, refused, startQuestionsService } from '../testing/questions-service.ts'
import { readTrash } from './repository.ts'
import { restoreDeleted } from './restore.ts'

const article = (title: string) => ({
  title,
  summary: 'One sentence.',
  body: '# Text',
  category: 'JavaScript',
  difficulty: 'beginner',
  readingTime: 3,
  tags: ['one'],
})
type Body = { data: Record<string, unknown> & { id: string }; trashId: string }

describe('the trash', () => {
  let service: QuestionsService
  beforeAll(async () => {
    const [database, nats] = await Promise.all([questionsDatabase('trash_routes'), testNats()])
    service = await startQuestionsService(database, nats.url)
  })
  afterAll(() => service.close())

  const send = <Reply = Body>(call: string, body?: object) =>
    service.call<Reply>(call, { as: 'admin', ...(body && { body }) })
  const make = async (address: string, body: object) => {
    const made = await send(`POST ${address}`, body)
    if (made.status !== 201) throw new Error(made.text)
    return made.body.data
  }
  const remove = async (path: string) => (await send(`DELETE ${path}`)).body.trashId
  const listed = async (query = '') =>
    (await send<{ data: TrashItem[] }>(`GET /api/admin/trash?pageSize=100${query}`)).body.data
  const restore = (id: string, under: object = {}) =>
    send<{ data: object }>(`POST /api/admin/trash/${id}/restore`, under)

  test.each([
    ['/api/categories', 'category', { name: 'Bits' }],
    ['/api/topics', 'topic', { name: 'Closures' }],
    ['/api/sections', 'section', { name: 'Week one', icon: 'security', description: 'First.', order: 4 }],
    ['/api/articles', 'articles', article('Event loop')],
    [
      '/api/learning-paths',
      'learning_path',
      {
        title: 'Accessibility',
        targetSkills: ['ARIA'],
        steps: [{ id: 'names', title: 'Names', lesson: 'Every control has one.' }],
      },
    ],
  ])('gives back an entry of %s as it was', async (address, kind, body) => {
    const made = await make(address, body)
    const read = async () =>
      (await send<{ data: { id: string }[] }>(`GET ${address}`)).body.data.find(({ id }) => id === made.id)
    const before = await read()
    const id = await remove(`${address}/${made.id}`)
    expect(await read()).toBeUndefined()
    expect(await listed()).toContainEqual({
      id,
      kind,
      entryId: made.id,
      title: made.title ?? made.name,
      deletedBy: 'admin_1',
      deletedAt: expect.any(String),
      expiresAt: expect.any(String),
    })
    expect(await restore(id)).toMatchObject({ status: 200, body: { data: { kind, entryId: made.id } } })
    const { revision, updatedAt, ...stays } = before as Record<string, unknown>
    expect(await read()).toMatchObject(stays)
    expect((await listed()).filter((item) => item.id === id)).toEqual([])
    // Restoring it again changes nothing.
    const again = await read()
    expect((await restore(id)).status).toBe(200)
    expect(await read()).toEqual(again)
  })

  test('has deleted questions, which keep their id', async () => {
    await make('/api/categories', { name: 'General' })
    const { id } = await make(
      '/api/questions/unified',
      questionBody({ title: 'To be deleted', category: 'General' }),
    )
    await send(`DELETE /api/questions/unified/${id}`)
    const [item] = await listed('&kind=questions&search=TO%20BE')
    expect(item).toMatchObject({ id, kind: 'questions', title: 'To be deleted', deletedBy: 'admin_1' })
    expect((await restore(id)).status).toBe(200)
    expect((await send(`GET /api/questions/unified/${id}`)).body.data).toMatchObject({
      title: 'To be deleted',
    })
    expect(await listed('&kind=questions')).toEqual([])
  })

  test('filters by kind and title', async () => {
    const one = await remove(`/api/articles/${(await make('/api/articles', article('50% faster'))).id}`)
    const other = await remove(`/api/articles/${(await make('/api/articles', article('500 faster'))).id}`)
    expect((await listed('&kind=articles&search=50%25')).map(({ id }) => id)).toEqual([one])
    expect((await listed('&search=FASTER')).map(({ id }) => id)).toEqual([other, one])
    expect(await listed('&kind=jobs')).toEqual([])
    const page = await send<{ pagination: object }>('GET /api/admin/trash?search=faster&page=2&pageSize=1')
    expect(page.body.pagination).toMatchObject({ totalCount: 2, totalPages: 2 })
  })

  test('asks for another name or id if its own was taken', async () => {
    const node = await make('/api/topics', { name: 'Taken' })
    const id = await remove(`/api/topics/${node.id}`)
    const successor = await make('/api/topics', { name: 'Taken', id: 'other' })
    expect(await restore(id)).toMatchObject(refused(409, 'name_taken'))
    expect((await restore(id, { name: 'Taken before' })).status).toBe(200)
    const topics = (await send<{ data: object[] }>('GET /api/topics')).body.data
    expect(topics).toContainEqual(expect.objectContaining({ id: node.id, name: 'Taken before' }))
    expect(topics).toContainEqual(expect.objectContaining({ id: successor.id, name: 'Taken' }))

    const text = await make('/api/articles', article('Twice'))
    const deletion = await remove(`/api/articles/${text.id}`)
    await make('/api/articles', { ...article('Twice again'), id: text.id })
    expect(await restore(deletion)).toMatchObject(refused(409, 'id_taken'))
    expect((await restore(deletion, { entryId: 'twice-before' })).status).toBe(200)
    expect((await send('GET /api/articles/twice-before')).body.data).toMatchObject({ title: 'Twice' })
  })

  test('a restored path is a prerequisite again', async () => {
    const first = await make('/api/learning-paths', { name: 'First of two' })
    const second = await make('/api/learning-paths', { name: 'Second', prerequisites: [first.id] })
    const required = async () => (await send(`GET /api/learning-paths/${second.id}`)).body.data.prerequisites
    const id = await remove(`/api/learning-paths/${first.id}`)
    expect(await required()).toEqual([])
    await restore(id)
    expect(await required()).toEqual([first.id])
  })

  test('has nothing for an unknown id', async () => {
    expect(await restore(randomUUID())).toMatchObject(refused(404, 'not_in_trash'))
  })
})

describe('after 30 days', () => {
  const topic = nodeDefinitions.find(({ kind }) => kind === 'topic') as (typeof nodeDefinitions)[number]
  let db: Db
  beforeAll(async () => {
    ;({ db } = await bankDatabase('trash_erased'))
  })
  const write = <Result>(change: (trx: Trx) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await recordActor(trx, 'admin_1')
      return change(trx)
    })
  const removed = async (name: string) => {
    const { id } = await write((trx) => createNode(trx, topic, { name }))
    await write((trx) =>
      removeNode(trx, topic, id, { reassignTo: undefined, actor: 'admin_1', precondition: null }),
    )
    return id
  }
  const deletionOf = async (entryId: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from entry_version where entry_id = ${entryId} and action = 'deleted'`.execute(db)
    return rows[0]?.id ?? ''
  }
  const deletedAgo = (entryId: string, milliseconds: number) =>
    sql`
    update entry_version set changed_at = ${new Date(Date.now() - milliseconds)}
    where entry_id = ${entryId} and action = 'deleted'`.execute(db)
  const versions = async (entryId: string) => {
    const { rows } = await sql<{ action: string }>`
      select action from entry_version where entry_id = ${entryId} order by position`.execute(db)
    return rows.map(({ action }) => action)
  }
  const restore = (id: string) =>
    db.transaction().execute((trx) => restoreDeleted(trx, id, { actor: 'admin_2' }))

  test('a deletion is final, and its content erased', async () => {
    const [soon, late] = [await removed('Soon'), await removed('Late')]
    const hour = 60 * 60 * 1000
    await deletedAgo(soon, RESTORABLE_FOR - hour)
    await deletedAgo(late, RESTORABLE_FOR + hour)
    const { items } = await readTrash(db, { page: 1, pageSize: 10 })
    expect(items.map(({ entryId }) => entryId)).toEqual([soon])
    await expect(restore(await deletionOf(late))).rejects.toMatchObject({ code: 'restore_expired' })
    await sweep(db, new Date())
    expect(await versions(late)).toEqual([])
    await restore(await deletionOf(soon))
    expect(await versions(soon)).toEqual(['created', 'deleted', 'restored'])
  })

  test('an entry that exists keeps its versions', async () => {
    const id = await removed('Stays')
    await restore(await deletionOf(id))
    await sql`
      update entry_version set changed_at = ${new Date(Date.now() - 2 * RESTORABLE_FOR)}
      where entry_id = ${id}`.execute(db)
    await sweep(db, new Date())
    expect(await versions(id)).toEqual(['created', 'deleted', 'restored'])
  })

  test('two admins who restore it at once restore it once', async () => {
    const id = await removed('At once')
    const deletion = await deletionOf(id)
    await Promise.all([restore(deletion), restore(deletion)])
    expect(await versions(id)).toEqual(['created', 'deleted', 'restored'])
  })
})
