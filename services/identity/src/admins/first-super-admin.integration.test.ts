import { join } from 'node:path'
import { messagingMigrations, openDatabase } from '@rehearse/service-kit'
import { testDatabase } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tables } from '../db/tables.ts'
import { PasswordHasher } from '../passwords/password-hasher.ts'
import { call } from '../testing/client.ts'
import {
  bossEmail,
  bossPassword,
  identityEnvironment,
  type RunningIdentity,
  startIdentity,
} from '../testing/start-identity.ts'
import { ensureFirstSuperAdmin } from './first-super-admin.ts'

let env: Record<string, string>
let replicas: RunningIdentity[]
beforeAll(async () => {
  env = await identityEnvironment()
  replicas = await Promise.all(Array.from({ length: 4 }, () => startIdentity(env)))
})
afterAll(() => Promise.all(replicas?.map((replica) => replica.close()) ?? []))

const admins = async () => {
  const { rows } = await (replicas[0] as RunningIdentity).database.pool.query(
    'select email, role, is_active, last_login from admin',
  )
  return rows
}
const signIn = ({ app }: RunningIdentity, email: string, password: string) =>
  call(app, '/api/admin/auth', { body: { email, password } })

test('replicas that start together on an empty database make one super admin, and agree on one key', async () => {
  expect(await admins()).toEqual([
    { email: bossEmail, role: 'super_admin', is_active: true, last_login: null },
  ])
  const keySets = await Promise.all(
    replicas.map(async ({ app }) => (await call(app, '/.well-known/jwks.json')).body.keys),
  )
  for (const keys of keySets) {
    expect(keys).toHaveLength(1)
    expect(keys).toEqual(keySets[0])
  }
})

test('a token of one replica is good at another', async () => {
  const [one, other] = replicas as [RunningIdentity, RunningIdentity]
  const { body } = await signIn(one, bossEmail, bossPassword)
  expect((await call(other.app, '/api/admin/auth', { bearer: String(body.admin?.token) })).status).toBe(200)
})

test('replicas that were given different addresses make one admin all the same', async () => {
  const migrations = [messagingMigrations, join(import.meta.dirname, '../db/migrations')]
  const { databaseUrl } = await testDatabase('identity', migrations)
  const [{ app }] = replicas as [RunningIdentity]
  const database = openDatabase<Tables>({ url: databaseUrl, name: 'test', poolSize: 5, log: app.log })
  const passwords = new PasswordHasher({ concurrency: 5, maxWaiting: 0 })
  const replica = (ADMIN_EMAIL: string) =>
    ensureFirstSuperAdmin(
      { db: database.db, passwords, log: app.log },
      { ADMIN_EMAIL, ADMIN_PASSWORD: bossPassword },
    )
  try {
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => replica(`${name}@example.com`)))
    expect(await database.db.selectFrom('admin').select('role').execute()).toEqual([{ role: 'super_admin' }])
  } finally {
    await database.close()
  }
})

test('a later start with another address or password changes nothing', async () => {
  const later = await startIdentity({
    ...env,
    ADMIN_EMAIL: 'second@example.com',
    ADMIN_PASSWORD: 'second-secret',
  })
  try {
    expect(await admins()).toHaveLength(1)
    expect((await signIn(later, 'second@example.com', 'second-secret')).status).toBe(401)
    expect((await signIn(later, bossEmail, bossPassword)).status).toBe(200)
  } finally {
    await later.close()
  }
})

test('without an address configured there is no admin, and the service serves learners', async () => {
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...bare } = await identityEnvironment()
  const identity = await startIdentity(bare)
  try {
    const { rows } = await identity.database.pool.query('select count(*) as admins from admin')
    expect(rows).toEqual([{ admins: 0 }])
  } finally {
    await identity.close()
  }
})
