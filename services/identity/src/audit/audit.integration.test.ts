import { randomUUID } from 'node:crypto'
import { AUDIT_KEPT_FOR, type AuditEntry, auditSubject, type StreamOwner, streams } from '@rehearse/contracts'
import { openNats } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newAdmin, signInAdmin, type TestAdmin } from '../testing/admins.ts'
import { call, newEmail, registerLearner } from '../testing/client.ts'
import { type RunningIdentity, startIdentity, superAdminPassword } from '../testing/start-identity.ts'
import { deleteExpiredEntries, insertEntries, readAudit, walkAudit } from './repository.ts'

let identity: RunningIdentity
let root: TestAdmin
beforeAll(async () => {
  identity = await startIdentity()
  root = await signInAdmin(identity.app)
})
afterAll(() => identity?.close())

const address = '/api/admin/audit'
const as =
  (bearer: string) =>
  (path: string, options: Parameters<typeof call>[2] = {}) =>
    call(identity.app, path, { bearer, ...options })
const entries = async (query: string) =>
  (await as(root.token)(`${address}?pageSize=100&${query}`)).body.data as AuditEntry[]
const record = (changes: Partial<AuditEntry> = {}) => ({
  actor: 'admin_1',
  role: 'admin',
  topic: 'library' as const,
  action: 'PUT /api/articles/:id',
  summary: 'Change an article',
  target: 'event-loop',
  title: 'Event loop',
  details: {},
  requestId: 'request-1',
  ...changes,
})

describe('the audit log', () => {
  test('has the sign-ins of admins and what they do, with their names', async () => {
    const admin = await newAdmin(identity.app, root)
    await as(root.token)(`/api/admin/admins/${admin.id}`, { method: 'PATCH', body: { role: 'reviewer' } })
    const [change, creation] = await entries(`search=${admin.id}`)
    expect(change).toMatchObject({
      actor: root.id,
      actorName: expect.any(String),
      role: 'super_admin',
      topic: 'admins',
      action: 'PATCH /api/admin/admins/:id',
      target: admin.id,
      details: { role: 'reviewer' },
    })
    expect(creation).toMatchObject({ action: 'POST /api/admin/admins', target: admin.id })
    expect(await entries(`actor=${admin.id}&topic=sessions`)).toMatchObject([
      { action: 'POST /api/admin/auth' },
    ])
  })

  test('has no entry for a rejected call, and none for a failed sign-in', async () => {
    const before = await entries('')
    await as(root.token)('/api/admin/admins/none', { method: 'PATCH', body: { role: 'reviewer' } })
    await call(identity.app, '/api/admin/auth', { body: { email: newEmail(), password: 'nothing' } })
    expect(await entries('')).toEqual(before)
  })

  test('has nothing that identifies a learner, and no secret', async () => {
    const { uid, email } = await registerLearner(identity.app)
    const disable = { disabled: true, reason: 'Sent spam.' }
    await as(root.token)(`/api/admin/users/${uid}`, { method: 'PATCH', body: disable })
    await as(root.token)(`/api/admin/users/${uid}`, { method: 'DELETE', body: { confirm: email } })
    const [deletion, disabling] = await entries('topic=learners')
    expect(deletion).toMatchObject({ action: 'DELETE /api/admin/users/:uid', target: null, title: null })
    expect(disabling).toMatchObject({ details: { disabled: true } })
    const password = 'another-secret'
    const changing = { currentPassword: superAdminPassword, newPassword: password }
    await as(root.token)('/api/admin/auth/password', { body: changing })
    const { rows } = await sql<{ text: string }>`select audit_entry::text as text from audit_entry`.execute(
      identity.database.db,
    )
    const all = rows.map(({ text }) => text).join('\n')
    for (const secret of [uid, email, 'Sent spam', superAdminPassword, password]) {
      expect(all).not.toContain(secret)
    }
    await as(root.token)('/api/admin/auth/password', {
      body: { currentPassword: password, newPassword: superAdminPassword },
    })
  })

  test('has a request that is repeated with its key once', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const body = { email: newEmail(), password: 'secret-admin', name: `Twice ${randomUUID()}` }
    for (const _ of [1, 2, 3]) await as(root.token)('/api/admin/admins', { body, headers })
    expect(await entries(`search=${encodeURIComponent(body.name)}`)).toHaveLength(1)
  })

  test('has what happens in other services, once per message', async () => {
    const target = randomUUID()
    const nats = openNats({
      url: identity.env.NATS_URL ?? '',
      name: 'test',
      replicas: 1,
      log: identity.app.log,
    })
    nats.start()
    try {
      const [manager, js] = [await nats.manager(), await nats.jetstream()]
      for (const service of ['questions', 'progress', 'media'] as StreamOwner[]) {
        const message = {
          id: randomUUID(),
          type: 'AuditRecorded',
          version: 1,
          occurredAt: '2026-11-01T00:00:00.000Z',
          correlationId: null,
          causationId: null,
          data: record({ target, title: service }),
        }
        const { name, subjects } = streams[service]
        await manager.streams.add({ name, subjects: [...subjects] })
        // Twice, without the relay's deduplication.
        for (const _ of [1, 2]) await js.publish(auditSubject(service), JSON.stringify(message))
      }
      await vi.waitUntil(async () => (await entries(`search=${target}`)).length === 3)
      expect((await entries(`search=${target}`))[0]).toMatchObject({
        at: '2026-11-01T00:00:00.000Z',
        actor: 'admin_1',
        actorName: null,
      })
    } finally {
      await nats.close()
    }
  })

  test('is filtered by person, topic, time and text, in pages', async () => {
    const { db } = identity.database
    const actor = `admin_${randomUUID()}`
    const at = (day: number) => new Date(Date.UTC(2026, 9, day))
    const made = [1, 2, 3].map((day) => ({
      id: randomUUID(),
      at: at(day),
      record: record({ actor, title: `100% on day ${day}` }),
    }))
    await insertEntries(db, made)
    const ids = (found: readonly AuditEntry[]) => found.map(({ id }) => id)
    const [one, two, three] = made.map(({ id }) => id)
    expect(ids(await entries(`actor=${actor}`))).toEqual([three, two, one])
    expect(
      ids(await entries(`actor=${actor}&from=${at(2).toISOString()}&to=${at(3).toISOString()}`)),
    ).toEqual([two])
    expect(ids(await entries(`actor=${actor}&search=100%25%20ON%20DAY%203`))).toEqual([three])
    expect(ids(await entries(`actor=${actor}&search=0%25y`))).toEqual([])
    expect(await entries(`actor=${actor}&topic=places`)).toEqual([])
    const page = await readAudit(db, { actor }, { limit: 1, offset: 1 })
    expect([ids(page.entries), page.totalCount]).toEqual([[two], 3])
  })

  test('is exported as CSV that runs no formula', async () => {
    const actor = `admin_${randomUUID()}`
    const title = '=HYPERLINK("https://example.org")'
    const one = { id: randomUUID(), at: new Date(), record: record({ actor, title }) }
    await insertEntries(identity.database.db, [one])
    const reply = await identity.app.inject({
      url: `${address}/export?actor=${actor}`,
      headers: { authorization: `Bearer ${root.token}` },
    })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    const [head, line, end] = reply.body.split('\r\n')
    expect(head).toBe('\ufeffat,actor,actorName,role,topic,summary,action,target,title,details,requestId')
    expect(line).toContain(`,"'=HYPERLINK(""https://example.org"")",{},request-1`)
    expect(end).toBe('')
    // The export is recorded, too.
    expect(await entries('topic=audit')).toMatchObject([{ action: 'GET /api/admin/audit/export' }])
  })

  test('is exported completely, even if many entries have the same time', async () => {
    const actor = `admin_${randomUUID()}`
    const at = new Date('2026-10-01T12:00:00.123Z')
    const made = Array.from({ length: 2_500 }, () => ({ id: randomUUID(), at, record: record({ actor }) }))
    await insertEntries(identity.database.db, made)
    const seen = []
    for await (const batch of walkAudit(identity.database.db, { actor })) seen.push(...batch)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(made.length)
    expect(seen).toHaveLength(made.length)
  })

  test('can’t be changed, and keeps entries for a year', async () => {
    const { db } = identity.database
    const now = new Date()
    const hour = 60 * 60 * 1000
    const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
    const actor = `admin_${randomUUID()}`
    const [kept, old] = [AUDIT_KEPT_FOR - hour, AUDIT_KEPT_FOR + hour].map((age) => ({
      id: randomUUID(),
      at: ago(age),
      record: record({ actor }),
    })) as [never, never]
    await insertEntries(db, [kept, old])
    await expect(sql`update audit_entry set actor = 'x' where actor = ${actor}`.execute(db)).rejects.toThrow(
      'changed',
    )
    await expect(sql`delete from audit_entry where actor = ${actor}`.execute(db)).rejects.toThrow(
      'kept for a year',
    )
    expect(await deleteExpiredEntries(db, now)).toBe(1)
    expect((await readAudit(db, { actor }, { limit: 10, offset: 0 })).totalCount).toBe(1)
  })
})
