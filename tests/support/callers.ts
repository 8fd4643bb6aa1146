import { randomUUID } from 'node:crypto'
import { type AdminRole, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@rehearse/contracts'
import { type Database, openDatabase } from '@rehearse/service-kit/database/database'
import Fastify from 'fastify'
import { decodeJwt, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { inject } from 'vitest'
import { developmentSecret } from '../../services/identity/src/config.ts'
import { SigningKeys } from '../../services/identity/src/keys/signing-keys.ts'
import type { Tables } from '../../services/identity/src/tables.ts'
import { type Call, caller, newLearner, visitor } from './client.ts'

/** Callers with a valid token, or none. */
export type ValidCaller =
  | 'visitor'
  | 'learner'
  | 'otherLearner'
  | 'enrollingAdmin'
  | 'author'
  | 'reviewer'
  | 'admin'
  | 'superAdmin'

/** A token for each, undefined for the visitor. */
export type ValidTokens = Readonly<Record<ValidCaller, string | undefined>>

const password = 'learning by doing'

export async function superAdminToken(): Promise<string> {
  const { admin } = inject('platform')
  const { body } = await visitor<{ admin: { token: string } }>('/api/admin/auth', { body: admin })
  return body.admin.token
}

/** A new admin, or an author or a reviewer, signed in. */
export async function newAdmin(
  boss: Call,
  role: AdminRole = 'admin',
): Promise<{ id: string; token: string }> {
  const email = `admin-${randomUUID()}@rehearse.test`
  await boss('/api/admin/admins', { body: { email, password, name: 'Grace Hopper', role } })
  const { body } = await visitor<{ admin: { id: string; token: string } }>('/api/admin/auth', {
    body: { email, password },
  })
  return body.admin
}

/** One of each, with new sessions. */
export async function createValidTokens(): Promise<ValidTokens> {
  const superAdmin = await superAdminToken()
  const [learner, otherLearner, author, reviewer, admin, enrolling] = await Promise.all([
    newLearner(),
    newLearner(),
    newAdmin(caller(superAdmin), 'author'),
    newAdmin(caller(superAdmin), 'reviewer'),
    newAdmin(caller(superAdmin)),
    newAdmin(caller(superAdmin)),
  ])
  return {
    visitor: undefined,
    learner: learner.token,
    otherLearner: otherLearner.token,
    enrollingAdmin: await enrollingToken(enrolling),
    author: author.token,
    reviewer: reviewer.token,
    admin: admin.token,
    superAdmin,
  }
}

/** Invalid tokens, by the reason. They claim the highest role if they can. */
export async function createInvalidTokens(): Promise<Readonly<Record<string, string>>> {
  const superAdmin = await superAdminToken()
  const boss = caller(superAdmin)
  const [revoked, deactivated, victim] = await Promise.all([newLearner(), newAdmin(boss), newLearner()])
  await revoked.call('/api/auth/logout', { method: 'POST' })
  await boss(`/api/admin/admins/${deactivated.id}`, { method: 'PATCH', body: { isActive: false } })
  return {
    'deactivated admin': deactivated.token,
    'revoked session': revoked.token,
    ...(await forgedTokens(superAdmin)),
    tampered: withClaims(victim.token, { role: 'super_admin' }),
  }
}

/** Signed with the platform's own key where the rejection must not depend on the signature. */
async function forgedTokens(good: string): Promise<Record<string, string>> {
  const claims = decodeJwt(good)
  const { kid, privateKey } = await platformKey()
  const { privateKey: foreignKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const now = Math.floor(Date.now() / 1000)
  const sign = (changes: JWTPayload, key = privateKey) =>
    new SignJWT({ ...claims, iss: TOKEN_ISSUER, aud: TOKEN_AUDIENCE, ...changes })
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
      .sign(key)
  return {
    expired: await sign({ iat: now - 7_200, exp: now - 1 }),
    'other issuer': await sign({ iss: 'https://elsewhere.example' }),
    'other audience': await sign({ aud: 'elsewhere' }),
    'other issuer’s key': await sign({}, foreignKey),
    'alg none': new UnsecuredJWT(claims).encode(),
  }
}

/** The token of an admin who still has to set up a required second factor; this platform doesn't require one. */
async function enrollingToken({ token }: { token: string }): Promise<string> {
  const claims = decodeJwt(token)
  await withIdentityDatabase(({ pool }) =>
    pool.query('update session set can_only_enroll = true where id = $1', [claims.sid]),
  )
  const { kid, privateKey } = await platformKey()
  return new SignJWT({ ...claims, role: 'enrolling_admin' })
    .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
    .sign(privateKey)
}

const platformKey = () =>
  withIdentityDatabase(async ({ db }) => {
    const keys = new SigningKeys(developmentSecret)
    await keys.renew(db, 365 * 24 * 3_600)
    return keys.signingAt(new Date())
  })

async function withIdentityDatabase<Result>(use: (database: Database<Tables>) => Promise<Result>) {
  const { log } = Fastify()
  const url = inject('platform').identityDatabaseUrl
  const database = openDatabase<Tables>({ url, name: 'test', poolSize: 1, log })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

function withClaims(token: string, changes: JWTPayload): string {
  const [header, , signature] = token.split('.')
  const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), ...changes })).toString('base64url')
  return [header, payload, signature].join('.')
}
