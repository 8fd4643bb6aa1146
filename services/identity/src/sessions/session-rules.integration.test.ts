import { randomUUID } from 'node:crypto'
import { REFRESH_GRACE, REFRESH_TOKEN_TTL } from '@rehearse/contracts'
import { type Database, openDatabase } from '@rehearse/service-kit'
import fc from 'fast-check'
import Fastify from 'fastify'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SigningKeys } from '../keys/signing-keys.ts'
import { createTokenIssuer } from '../keys/token-issuer.ts'
import type { Tables } from '../tables.ts'
import { identityDatabase } from '../testing/start-identity.ts'
import { refreshSession, refreshSuccession, signOut, startLearnerSession } from './session.ts'

/** The steps that can happen to a session. `which` selects one of the refresh tokens ever issued for it. */
type Step =
  | { do: 'refresh'; which: number; tabs: number }
  | { do: 'wait'; seconds: number }
  | { do: 'sign out'; which: number }
  | { do: 'refresh while signing out'; which: number }

const which = fc.nat({ max: 1_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('refresh'), which, tabs: fc.integer({ min: 1, max: 3 }) }),
  },
  // Not close to 30 s in any combination, since real time passes during the test too.
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constantFrom(8, 8, 45, 86_400) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), seconds: fc.constant(REFRESH_TOKEN_TTL) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sign out'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refresh while signing out'), which }) },
) as fc.Arbitrary<Step>

interface Pair {
  token: string
  refreshToken: string
}

/** A token as the test's model knows it; times in seconds of the test's own clock. */
interface Known {
  token: string
  expiresAt: number
  used: { at: number; pair: Pair } | null
}

const secret = 'a secret of this test, of 32 letters or more'
const keys = new SigningKeys(secret)
let database: Database<Tables>
beforeAll(async () => {
  const { databaseUrl } = await identityDatabase('identity_sessions')
  database = openDatabase({ url: databaseUrl, name: 'test', poolSize: 4, log: Fastify().log })
  await keys.renew(database.db, REFRESH_TOKEN_TTL)
})
afterAll(() => database?.close())

const refresh = async (token: string): Promise<Pair | 'refused'> => {
  const dependencies = {
    db: database.db,
    tokens: createTokenIssuer(keys),
    successorOf: refreshSuccession(secret),
  }
  try {
    const pair = await refreshSession(dependencies, token)
    return { token: pair.token, refreshToken: pair.refreshToken }
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_token' })
    return 'refused'
  }
}

/**
 * The content of a token pair. The test waits by moving past events back in time, and with them the time when the
 * token was issued.
 */
function said(pair: Pair | 'refused', secondsEarlier = 0) {
  if (pair === 'refused') return pair
  const { iat = 0, exp = 0, ...claims } = decodeJwt(pair.token)
  return {
    ...claims,
    refreshToken: pair.refreshToken,
    iat: iat - secondsEarlier,
    exp: exp - secondsEarlier,
  }
}

/** A session in the database, with its expected state in the model. */
async function newSession() {
  const device = { userAgent: null, address: null }
  const started = await database.db
    .transaction()
    .execute((trx) => startLearnerSession(trx, randomUUID(), device))
  const chain: Known[] = [{ token: started.refreshToken, expiresAt: REFRESH_TOKEN_TTL, used: null }]
  let now = 0
  let ended = false

  const pick = (index: number) => chain[index % chain.length] as Known
  const append = (parent: Known, pair: Pair) => {
    parent.used = { at: now, pair }
    chain.push({ token: pair.refreshToken, expiresAt: now + REFRESH_TOKEN_TTL, used: null })
  }

  return {
    async refresh(known: Known, tabs: number) {
      const answers = await Promise.all(Array.from({ length: tabs }, () => refresh(known.token)))
      const answer = answers[0] as Pair | 'refused'
      // All tabs get the same response.
      for (const other of answers) expect(other).toEqual(answer)
      if (ended || (known.used === null && known.expiresAt <= now)) return expect(answer).toBe('refused')
      if (known.used === null) {
        expect(answer).not.toBe('refused')
        expect(chain.map(({ token }) => token)).not.toContain((answer as Pair).refreshToken)
        return append(known, answer as Pair)
      }
      const age = now - known.used.at
      if (age <= REFRESH_GRACE) return expect(said(answer)).toEqual(said(known.used.pair, age))
      expect(answer).toBe('refused')
      ended = true
    },
    async refreshWhileSigningOut(known: Known) {
      const [answer] = await Promise.all([
        refresh(known.token),
        signOut(database.db, { sessionId: started.id, refreshToken: undefined }),
      ])
      if (answer !== 'refused' && known.used === null) append(known, answer)
      ended = true
    },
    async signOut(known: Known) {
      await signOut(database.db, { sessionId: undefined, refreshToken: known.token })
      ended = true
    },
    async wait(seconds: number) {
      now += seconds
      const values = [started.id, seconds]
      await database.pool.query(
        `update refresh_token set expires_at = expires_at - $2 * interval '1 second',
           used_at = used_at - $2 * interval '1 second' where session_id = $1`,
        values,
      )
      await database.pool.query(
        `update session set expires_at = expires_at - $2 * interval '1 second' where id = $1`,
        values,
      )
    },
    pick,
    /** Checks that the session has one chain of tokens, of which at most the last is unused. */
    async check() {
      const { rows } = await database.pool.query(
        `select (select ended_at is not null from session where id = $1) as ended, count(*)::int as tokens,
           count(*) filter (where used_at is null)::int as unused from refresh_token where session_id = $1`,
        [started.id],
      )
      expect(rows).toEqual([{ ended, tokens: chain.length, unused: 1 }])
    },
    async close() {
      await signOut(database.db, { sessionId: started.id, refreshToken: undefined })
      for (const { token } of chain) expect(await refresh(token)).toBe('refused')
    },
  }
}

test('any order of steps preserves the session’s invariants', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const session = await newSession()
      for (const each of steps) {
        if (each.do === 'refresh') await session.refresh(session.pick(each.which), each.tabs)
        else if (each.do === 'wait') await session.wait(each.seconds)
        else if (each.do === 'sign out') await session.signOut(session.pick(each.which))
        else await session.refreshWhileSigningOut(session.pick(each.which))
        await session.check()
      }
      await session.close()
    }),
    { numRuns: 60 },
  )
})
