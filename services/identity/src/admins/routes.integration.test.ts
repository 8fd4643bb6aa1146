import { randomUUID } from 'node:crypto'
import type { Admin } from '@rehearse/contracts'
import { openDatabase } from '@rehearse/service-kit'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newAdmin, signInAdmin, type TestAdmin } from '../testing/admins.ts'
import { call, newEmail } from '../testing/client.ts'
import { publishedMessage } from '../testing/published-message.ts'
import { type RunningIdentity, startIdentity } from '../testing/start-identity.ts'

let identity: RunningIdentity
let superAdmin: TestAdmin
beforeAll(async () => {
  identity = await startIdentity()
  superAdmin = await signInAdmin(identity.app)
})
afterAll(() => identity?.close())

const address = '/api/admin/admins'
const asSuperAdmin = (options: Parameters<typeof call>[2] = {}) =>
  call(identity.app, address, { bearer: superAdmin.token, ...options })
const change = (id: string, body: unknown, bearer = superAdmin.token) =>
  call(identity.app, `${address}/${id}`, { method: 'PATCH', bearer, body })
const check = (bearer: string) => call(identity.app, '/api/admin/auth', { bearer })
const person = (changes: object = {}) => ({
  email: newEmail(),
  password: 'secret-admin',
  name: 'Ann Admin',
  ...changes,
})

describe('a new admin', () => {
  test('can sign in, and has the role admin by default', async () => {
    const input = person()
    const reply = await asSuperAdmin({ body: { ...input, isActive: false, id: 'mine' } })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      success: true,
      message: 'Admin created successfully',
      data: {
        id: expect.stringMatching(/^admin_\d{13}[0-9a-z]{9}$/),
        email: input.email,
        name: 'Ann Admin',
        role: 'admin',
        isActive: true,
        createdAt: expect.any(String),
        lastLogin: null,
      },
    })
    const { id } = await signInAdmin(identity.app, input.email, input.password)
    const listed = (await asSuperAdmin()).body.data as Admin[]
    expect(listed[0]).toMatchObject({ id, lastLogin: expect.any(String) })
    const { rows } = await identity.database.pool.query('select password_hash from admin where id = $1', [id])
    expect(rows[0].password_hash).toMatch(/^\$2b\$04\$/)
  })

  test('must have a unique email', async () => {
    const input = person()
    await asSuperAdmin({ body: input })
    const racing = await Promise.all(
      [1, 2].map(() => asSuperAdmin({ body: person({ email: `x${input.email}` }) })),
    )
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 409])
    const again = await asSuperAdmin({ body: person({ email: input.email.toUpperCase() }) })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      code: 'admin_email_taken',
      error: 'Admin with this email already exists',
    })
  })

  test('is created once, however often the request is repeated', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const input = person()
    const replies = await Promise.all([1, 2, 3].map(() => asSuperAdmin({ body: input, headers })))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(replies.map(({ body }) => (body.data as Admin).id)).size).toBe(1)
    const other = await asSuperAdmin({ body: person(), headers })
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused' })
    expect(other.status).toBe(409)
  })

  test.each([
    ['email', 'nobody'],
    ['password', 'short'],
    ['password', 'ééé'],
    ['password', 'x'.repeat(73)],
    ['name', ' '],
    ['role', 'owner'],
  ])('is rejected with %s %j', async (field, value) => {
    const reply = await asSuperAdmin({ body: person({ [field]: value }) })
    expect(reply.status).toBe(400)
    expect(reply.body.details?.[0]?.path).toBe(field)
  })
})

test('admins are listed newest first, without their passwords', async () => {
  const [first, second] = [await newAdmin(identity.app, superAdmin), await newAdmin(identity.app, superAdmin)]
  const { body } = await asSuperAdmin()
  const listed = body.data as Admin[]
  expect(listed.slice(0, 2).map(({ id }) => id)).toEqual([second.id, first.id])
  expect(listed.at(-1)?.id).toBe(superAdmin.id)
  expect(body.count).toBe(listed.length)
  expect(JSON.stringify(body)).not.toContain('$2b$')
})

describe('an admin', () => {
  test('a deactivated admin is signed out everywhere and can’t sign in until reactivated', async () => {
    const replica = await startIdentity(identity.env)
    try {
      const admin = await newAdmin(identity.app, superAdmin)
      // A route that reads no database, so only the message can end the session.
      const elsewhere = () => call(replica.app, '/api/auth/providers', { bearer: admin.token })
      expect((await elsewhere()).status).toBe(200)
      const reply = await change(admin.id, { isActive: false })
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({
        message: 'Admin updated successfully',
        data: { id: admin.id, isActive: false },
      })
      expect((await check(admin.token)).status).toBe(401)
      await vi.waitUntil(async () => (await elsewhere()).status === 401)
      await publishedMessage(
        identity,
        ({ type, data }) => type === 'SessionEnded' && data.subjectId === admin.id,
      )
      const credentials = { email: admin.email, password: admin.password }
      const refused = await call(identity.app, '/api/admin/auth', { body: credentials })
      expect(refused.status).toBe(401)
      expect(refused.body.error).toBe('Admin account is deactivated')

      expect((await change(admin.id, { isActive: true })).body.data).toMatchObject({ isActive: true })
      expect((await check(admin.token)).status).toBe(401)
      expect((await call(identity.app, '/api/admin/auth', { body: credentials })).status).toBe(200)
    } finally {
      await replica.close()
    }
  })

  test('an admin with a new role has to sign in again, since the token has the old one', async () => {
    const admin = await newAdmin(identity.app, superAdmin)
    await change(admin.id, { role: 'super_admin' })
    expect((await check(admin.token)).status).toBe(401)
    const promoted = await signInAdmin(identity.app, admin.email, admin.password)
    expect((await call(identity.app, address, { bearer: promoted.token })).status).toBe(200)
    await change(admin.id, { role: 'admin' })
    expect((await call(identity.app, address, { bearer: promoted.token })).status).toBe(401)
  })

  test.each(['author', 'reviewer'] as const)(
    'an account of the role %s has its own session, and manages no accounts',
    async (role) => {
      const editor = await newAdmin(identity.app, superAdmin, role)
      expect((await check(editor.token)).body.admin).toMatchObject({ id: editor.id, role })
      expect(decodeJwt(editor.token)).toMatchObject({ role })
      expect((await call(identity.app, address, { bearer: editor.token })).status).toBe(403)
      expect((await change(editor.id, { role: 'super_admin' }, editor.token)).status).toBe(403)
      expect((await call(identity.app, address, { bearer: editor.token, body: person() })).status).toBe(403)
      expect((await call(identity.app, '/api/admin/users', { bearer: editor.token })).status).toBe(403)
      const named = await call(identity.app, '/api/admin/editors', { bearer: editor.token })
      expect(named.body.data).toContainEqual({ id: editor.id, name: 'Ann Admin', role, isActive: true })
      expect(JSON.stringify(named.body)).not.toContain('@')
    },
  )

  test('a reviewer who became an author, or was deactivated, has no valid token', async () => {
    const [demoted, gone] = [
      await newAdmin(identity.app, superAdmin, 'reviewer'),
      await newAdmin(identity.app, superAdmin, 'reviewer'),
    ]
    await change(demoted.id, { role: 'author' })
    await change(gone.id, { isActive: false })
    for (const { id, token } of [demoted, gone]) {
      expect((await check(token)).status).toBe(401)
      await publishedMessage(identity, ({ type, data }) => type === 'SessionEnded' && data.subjectId === id)
    }
    const again = await signInAdmin(identity.app, demoted.email, demoted.password)
    expect(decodeJwt(again.token)).toMatchObject({ role: 'author' })
    const named = await call(identity.app, '/api/admin/editors', { bearer: superAdmin.token })
    expect(named.body.data).toContainEqual(expect.objectContaining({ id: gone.id, isActive: false }))
  })

  test('an admin who is renamed, or not changed, stays signed in', async () => {
    const admin = await newAdmin(identity.app, superAdmin)
    expect((await change(admin.id, { name: 'Grace' })).body.data).toMatchObject({ name: 'Grace' })
    expect((await change(admin.id, {})).status).toBe(200)
    expect((await change(admin.id, { isActive: true, role: 'admin' })).status).toBe(200)
    expect((await check(admin.token)).status).toBe(200)
  })

  test('returns 404 if it doesn’t exist', async () => {
    const reply = await change('admin_0', { name: 'Grace' })
    expect(reply.status).toBe(404)
    expect(reply.body.code).toBe('admin_not_found')
  })

  test('can’t manage admins', async () => {
    const admin = await newAdmin(identity.app, superAdmin)
    expect((await call(identity.app, address, { bearer: admin.token })).status).toBe(403)
    expect((await call(identity.app, address, { bearer: admin.token, body: person() })).status).toBe(403)
    expect((await change(superAdmin.id, { isActive: false }, admin.token)).status).toBe(403)
  })
})

describe('the last active super admin', () => {
  test.each([[{ isActive: false }], [{ role: 'admin' }]])(
    'stays active and super admin after %j',
    async (changes) => {
      const reply = await change(superAdmin.id, changes)
      expect(reply.status).toBe(409)
      expect(reply.body.code).toBe('last_super_admin')
      expect((await check(superAdmin.token)).status).toBe(200)
    },
  )

  test('stays active when two deactivate each other concurrently', async () => {
    for (let round = 0; round < 3; round += 1) {
      const other = await newAdmin(identity.app, superAdmin, 'super_admin')
      const replies = await Promise.all([
        change(other.id, { isActive: false }),
        change(superAdmin.id, { isActive: false }, other.token),
      ])
      const { rows } = await identity.database.pool.query(
        `select count(*)::int as left from admin where role = 'super_admin' and is_active`,
      )
      expect(rows).toEqual([{ left: 1 }])
      expect(replies.map(({ status }) => status).sort()[0]).toBe(200)
      await identity.database.pool.query('update admin set is_active = (id = $1)', [superAdmin.id])
      superAdmin = await signInAdmin(identity.app)
    }
  })
})

test('an internal error has the specification’s message', async () => {
  const admin = await newAdmin(identity.app, superAdmin)
  const owner = openDatabase({
    url: identity.env.DATABASE_OWNER_URL ?? '',
    name: 'test',
    poolSize: 1,
    log: identity.app.log,
  })
  await owner.pool.query('alter table admin rename column name to full_name')
  try {
    const made = await asSuperAdmin({ body: person() })
    expect([made.status, made.body.error]).toEqual([500, 'Failed to create admin account'])
    const changed = await change(admin.id, { isActive: false, name: 'Grace' })
    expect([changed.status, changed.body.error]).toEqual([500, 'Failed to deactivate admin'])
  } finally {
    await owner.pool.query('alter table admin rename column full_name to name')
    await owner.close()
  }
})
