import { randomUUID } from 'node:crypto'
import { identitySubjects, type Role, TOKEN_AUDIENCE, TOKEN_ISSUER } from '@rehearse/contracts'
import { openNats, publishKeySet } from '@rehearse/service-kit'
import Fastify from 'fastify'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface TokenOptions {
  id?: string
  sessionId?: string
  /** Seconds from now. */
  expiresIn?: number
  /** When the learner's account was created; not in tokens of earlier versions. */
  accountCreatedAt?: Date
}

/** Plays identity on NATS: publishes keys, signs tokens with them, ends sessions. */
export interface TestIdentity {
  token(role: Role, options?: TokenOptions): Promise<string>
  /** A token signed with an unpublished key. */
  forgedToken(role: Role): Promise<string>
  endSession(sessionId: string): Promise<void>
  close(): Promise<void>
}

export async function startTestIdentity(natsUrl: string): Promise<TestIdentity> {
  const { log } = Fastify()
  const nats = openNats({ url: natsUrl, name: 'identity', replicas: 1, log, owns: 'identity' })
  nats.start()
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const foreign = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const jwk = await exportJWK(keys.publicKey)
  await publishKeySet(nats, { keys: [{ ...jwk, kty: 'OKP', kid: 'test', alg: 'EdDSA', use: 'sig' }] })

  const sign = (key: CryptoKey, role: Role, options: TokenOptions = {}) =>
    new SignJWT({
      sid: options.sessionId ?? randomUUID(),
      role,
      ...(options.accountCreatedAt && { created: Math.floor(options.accountCreatedAt.getTime() / 1000) }),
    })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'test' })
      .setIssuer(TOKEN_ISSUER)
      .setAudience(TOKEN_AUDIENCE)
      .setSubject(options.id ?? randomUUID())
      .setExpirationTime(Math.floor(Date.now() / 1000) + (options.expiresIn ?? 600))
      .sign(key)

  return {
    token: (role, options) => sign(keys.privateKey, role, options),
    forgedToken: (role) => sign(foreign.privateKey, role),
    endSession: async (sessionId) => {
      const js = await nats.jetstream()
      const message = {
        id: randomUUID(),
        type: 'SessionEnded',
        version: 1,
        occurredAt: new Date().toISOString(),
        correlationId: null,
        causationId: null,
        data: { sessionId, subjectId: randomUUID() },
      }
      await js.publish(identitySubjects.sessionEnded, JSON.stringify(message))
    },
    close: nats.close,
  }
}
