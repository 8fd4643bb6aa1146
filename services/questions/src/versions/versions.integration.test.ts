import { randomUUID } from 'node:crypto'
import type { EntryVersion } from '@rehearse/contracts'
import { ENTRY_VERSIONS_MAX } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordActor } from '../edits/repository.ts'
import { putEntries, removeEntries } from '../library/repository.ts'
import { sweep } from '../privacy/repository.ts'
import type { Db } from '../tables.ts'
import { bankDatabase } from '../testing/bank-database.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, refused, startQuestionsService } from '../testing/questions-service.ts'
import { readEntryVersions } from './repository.ts'

const article = (changes: object = {}) => ({
  title: 'Event loop',
  summary: 'One sentence.',
  body: '# Text',
  category: 'JavaScript',
  difficulty: 'beginner',
  readingTime: 3,
  tags: ['one'],
  ...changes,
})
type Entry = { data: Record<string, unknown> & { id: string; revision: number } }

describe('the versions of an entry', () => {
  let service: QuestionsService
  beforeAll(async () => {
    const [database, nats] = await Promise.all([questionsDatabase('entry_versions'), testNats()])
    service = await startQuestionsService(database, nats.url)
  })
  afterAll(() => service.close())
  const send = <Reply = Entry>(call: string, body?: object, headers: Record<string, string> = {}) =>
    service.call<Reply>(call, { as: 'admin', ...(body && { body }), headers })
  const versionsOf = async (kind: string, id: string) =>
    (await send<{ data: EntryVersion[] }>(`GET /api/admin/versions/${kind}/${id}`)).body.data
  const restore = (version: EntryVersion | undefined, revision: unknown) =>
    send(`POST /api/admin/versions/${version?.id}/restore`, undefined, { 'if-match': `"v${revision}"` })

  test('say who changed what, and an old one can be restored', async () => {
    const sources = [{ title: 'MDN', url: 'https://developer.mozilla.org/' }]
    const { id } = (await send('POST /api/articles', article())).body.data
    const path = `/api/articles/${id}`
    const changed = (await send(`PUT ${path}`, { body: '# Better', sources })).body.data
    const [second, first] = await versionsOf('articles', id)
    expect([second?.action, first?.action]).toEqual(['updated', 'created'])
    expect(second).toMatchObject({ changedBy: 'admin_1', fields: { body: '# Better', sources } })
    expect(first?.fields).toMatchObject(article())

    expect(await restore(first, changed.revision - 1)).toMatchObject(refused(412, 'stale_version'))
    expect((await restore(first, changed.revision)).status).toBe(200)
    expect((await send(`GET ${path}`)).body.data).toMatchObject({ ...article(), sources: [] })
    expect(await versionsOf('articles', id)).toHaveLength(3)
  })

  test('clear the fields that an entry got later', async () => {
    const job = {
      title: 'A job',
      company: 'Acme',
      location: 'Berlin',
      type: 'full-time',
      description: 'Work.',
      url: 'https://example.org/',
      postedOn: '2026-11-01',
    }
    const { id } = (await send('POST /api/jobs', job)).body.data
    const { revision } = (await send(`PUT /api/jobs/${id}`, { closesOn: '2099-12-31' })).body.data
    const [, first] = await versionsOf('jobs', id)
    expect((await restore(first, revision)).status).toBe(200)
    expect((await send(`GET /api/jobs/${id}`)).body.data).not.toHaveProperty('closesOn')
  })

  test('exist for paths with their steps, too', async () => {
    const steps = [{ id: 'names', title: 'Names', lesson: 'Every control has one.' }]
    const body = { title: 'Accessibility', targetSkills: ['ARIA'], steps }
    const { id } = (await send('POST /api/learning-paths', body)).body.data
    const { revision } = (await send(`PUT /api/learning-paths/${id}`, { title: 'A11y', steps: [] })).body.data
    const [, first] = await versionsOf('learning_path', id)
    expect((await restore(first, revision)).status).toBe(200)
    expect((await send(`GET /api/learning-paths/${id}`)).body.data).toMatchObject({
      title: 'Accessibility',
      targetSkills: ['ARIA'],
      steps: [expect.objectContaining({ lesson: 'Every control has one.' })],
    })
  })

  test('don’t count a new order', async () => {
    const { id } = (await send('POST /api/sections', { name: 'One' })).body.data
    const other = (await send('POST /api/sections', { name: 'Two' })).body.data
    const all = (await send<{ data: { id: string }[] }>('GET /api/sections')).body.data.map((one) => one.id)
    await send('POST /api/sections/order', { ids: all.toReversed() })
    await send(`PUT /api/sections/${id}`, { order: 9 })
    expect([await versionsOf('section', id), await versionsOf('section', other.id)]).toMatchObject([
      [{}],
      [{}],
    ])
  })

  test('are for admins', async () => {
    const reply = await service.call('GET /api/admin/versions/articles/one', { as: 'author' })
    expect(reply.status).toBe(403)
    expect(await send(`POST /api/admin/versions/${randomUUID()}/restore`)).toMatchObject(
      refused(404, 'entry_version_not_found'),
    )
  })
})

describe('the trigger', () => {
  let db: Db
  beforeAll(async () => {
    ;({ db } = await bankDatabase('entry_version_trigger'))
  })
  const actions = async (entryId: string) => {
    const all = { limit: 1_000, offset: 0 }
    const { versions } = await readEntryVersions(db, { kind: 'articles', entryId }, all)
    return versions.map(({ action, changedBy }) => [action, changedBy])
  }
  const starter = (id: string, title: string) =>
    db
      .transaction()
      .execute((trx) => putEntries(trx, 'articles', [{ id, document: article({ title }), order: 1 }]))
  const edit = (id: string, title: string) =>
    db.transaction().execute(async (trx) => {
      await recordActor(trx, 'admin_1')
      await sql`update library_entry set document = document || ${JSON.stringify({ title })}::jsonb
        where id = ${id}`.execute(trx)
    })

  test('stores starter content when a person first changes it', async () => {
    await starter('one', 'First')
    await starter('one', 'Second')
    expect(await actions('one')).toEqual([])
    await edit('one', 'Third')
    expect(await actions('one')).toEqual([
      ['updated', 'admin_1'],
      ['created', null],
    ])
    // Changed behind the history, by a new release: the next change by a person stores that, too.
    await starter('one', 'Fourth')
    await edit('one', 'Fifth')
    expect(await actions('one')).toEqual([
      ['updated', 'admin_1'],
      ['updated', null],
      ['updated', 'admin_1'],
      ['created', null],
    ])
    await db.transaction().execute((trx) => removeEntries(trx, 'articles', 'x', ['one']))
    expect(await actions('one')).toHaveLength(4)
  })

  test('is followed by a cleanup that keeps the newest versions', async () => {
    await starter('many', 'Zero')
    for (let count = 0; count < ENTRY_VERSIONS_MAX + 5; count += 1) await edit('many', `Title ${count}`)
    await sweep(db, new Date())
    expect(await actions('many')).toHaveLength(ENTRY_VERSIONS_MAX)
    expect((await actions('many')).at(-1)).toEqual(['updated', 'admin_1'])
  })
})
