import { openDatabase } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Tables } from '../tables.ts'
import { call } from '../testing/client.ts'
import {
  identityDatabase,
  identityEnvironment,
  type RunningIdentity,
  startIdentity,
  superAdminEmail,
  superAdminPassword,
} from '../testing/start-identity.ts'
import { insertFirstAdmin, type NewAdmin } from './repository.ts'

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

test('replicas that start concurrently on an empty database create one super admin and agree on one key', async () => {
  expect(await admins()).toEqual([
    { email: superAdminEmail, role: 'super_admin', is_active: true, last_login: null },
  ])
  const keySets = await Promise.all(
    replicas.map(async ({ app }) => (await call(app, '/.well-known/jwks.json')).body.keys),
  )
  for (const keys of keySets) {
    expect(keys).toHaveLength(1)
    expect(keys).toEqual(keySets[0])
  }
})

test('a replica accepts a token of another replica', async () => {
  const [one, other] = replicas as [RunningIdentity, RunningIdentity]
  const { body } = await signIn(one, superAdminEmail, superAdminPassword)
  expect((await call(other.app, '/api/admin/auth', { bearer: String(body.admin?.token) })).status).toBe(200)
})

test('a second replica waits for the first and creates no admin', async () => {
  const { databaseUrl } = await identityDatabase('identity')
  const [{ app }] = replicas as [RunningIdentity]
  const { db, close } = openDatabase<Tables>({ url: databaseUrl, name: 'test', poolSize: 3, log: app.log })
  const admin = (id: string): NewAdmin => ({
    id,
    email: `${id}@example.com`,
    password_hash: 'none',
    name: 'Administrator',
    role: 'super_admin',
  })
  try {
    const first = await db.startTransaction().execute()
    expect(await insertFirstAdmin(first, admin('one'))).toBe(true)
    const second = db.transaction().execute((trx) => insertFirstAdmin(trx, admin('two')))
    await vi.waitUntil(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
      return rows.length > 0
    })
    await first.commit().execute()
    expect(await second).toBe(false)
    expect(await db.selectFrom('admin').select('id').execute()).toEqual([{ id: 'one' }])
  } finally {
    await close()
  }
})

test('a restart with another email or password changes nothing', async () => {
  const later = await startIdentity({
    ...env,
    ADMIN_EMAIL: 'second@example.com',
    ADMIN_PASSWORD: 'second-secret',
  })
  try {
    expect(await admins()).toHaveLength(1)
    expect((await signIn(later, 'second@example.com', 'second-secret')).status).toBe(401)
    expect((await signIn(later, superAdminEmail, superAdminPassword)).status).toBe(200)
  } finally {
    await later.close()
  }
})

test('without a configured email there is no admin, and the service serves learners', async () => {
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...bare } = await identityEnvironment()
  const identity = await startIdentity(bare)
  try {
    const { rows } = await identity.database.pool.query('select count(*) as admins from admin')
    expect(rows).toEqual([{ admins: 0 }])
  } finally {
    await identity.close()
  }
})
