import { randomUUID } from 'node:crypto'
import { QUOTAS, REFRESH_TOKEN_TTL } from '@rehearse/contracts'
import { type Database, openDatabase } from '@rehearse/service-kit'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SigningKeys } from '../keys/signing-keys.ts'
import { createTokenIssuer } from '../keys/token-issuer.ts'
import type { Tables } from '../tables.ts'
import { identityDatabase } from '../testing/start-identity.ts'
import { listLiveSessions } from './repository.ts'
import { refreshSession, refreshSuccession, startLearnerSession } from './session.ts'

const secret = 'a secret of this test, of 32 letters or more'
const keys = new SigningKeys(secret)
const device = { userAgent: null, address: null }
let database: Database<Tables>
beforeAll(async () => {
  const { databaseUrl } = await identityDatabase('identity_session_limits')
  database = openDatabase({ url: databaseUrl, name: 'test', poolSize: 4, log: Fastify().log })
  await keys.renew(database.db, REFRESH_TOKEN_TTL)
})
afterAll(() => database.close())

const signIn = (learnerId: string) =>
  database.db.transaction().execute((trx) => startLearnerSession(trx, learnerId, device))
const rowsOf = async (learnerId: string) => {
  const { rows } = await sql<{ live: number; all: number }>`
    select count(*)::int as all, (count(*) filter (where ended_at is null))::int as live
    from session where subject_id = ${learnerId}`.execute(database.db)
  return rows[0]
}

test('limits the number of devices to the most recently used ones', async () => {
  const learnerId = randomUUID()
  const first = await signIn(learnerId)
  const max = QUOTAS.devices.total
  for (let n = 0; n < max + 5; n += 1) await signIn(learnerId)
  const last = await signIn(learnerId)
  expect(await rowsOf(learnerId)).toEqual({ live: max, all: max + 1 })
  const live = await listLiveSessions(database.db, { kind: 'learner', subjectId: learnerId })
  expect(live.map(({ id }) => id)).toContain(last.id)
  expect(live.map(({ id }) => id)).not.toContain(first.id)
})

test('deletes the oldest used refresh tokens of a session', async () => {
  const session = await signIn(randomUUID())
  await sql`
    insert into refresh_token (token_hash, session_id, expires_at, used_at)
    select sha256(convert_to(n::text, 'UTF8')), ${session.id}, now() + interval '1 day', now() - n * interval '1 hour'
    from generate_series(1, 1200) as n`.execute(database.db)
  const tokens = createTokenIssuer(keys)
  const dependencies = { db: database.db, tokens, successorOf: refreshSuccession(secret) }
  const next = await refreshSession(dependencies, session.refreshToken)
  const { rows } = await sql<{ used: number; unused: number }>`
    select (count(used_at))::int as used, (count(*) - count(used_at))::int as unused
    from refresh_token where session_id = ${session.id}`.execute(database.db)
  expect(rows).toEqual([{ used: 1_000, unused: 1 }])
  expect(await refreshSession(dependencies, next.refreshToken)).toHaveProperty('token')
})
