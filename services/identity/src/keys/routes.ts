import { jsonWebKeySet, signingKeyRotatedReply, signingKeysReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { type KeyStatus, readKeyStatuses } from './repository.ts'
import type { SigningKeys } from './signing-keys.ts'

const tags = ['Identity']

/** Seconds that clients may cache the key set. */
const maxAge = 300

/** The public key set, and the signing keys as super admins see and rotate them. */
export function keyRoutes(app: App, { db, keys }: { db: Db; keys: SigningKeys }): void {
  app.get(
    '/.well-known/jwks.json',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'The public keys that tokens are checked with',
        response: { 200: jsonWebKeySet },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${maxAge}`)
      return keys.publicSet()
    },
  )

  app.get(
    '/api/admin/signing-keys',
    {
      config: { access: 'super_admin' },
      schema: { tags, summary: 'The signing keys, newest first', response: { 200: signingKeysReply } },
    },
    async () => {
      const statuses = await readKeyStatuses(db)
      return { success: true as const, data: statuses.map(toView), count: statuses.length }
    },
  )

  app.post(
    '/api/admin/signing-keys',
    {
      config: { access: 'super_admin' },
      schema: {
        tags,
        summary: 'Rotate the signing key now; while a new one is announced already, it is that one',
        response: { 200: signingKeyRotatedReply },
      },
    },
    async () => {
      await keys.rotate(db)
      const [newest] = await readKeyStatuses(db)
      if (newest === undefined) throw new Error('the signing keys have vanished from the database')
      return { success: true as const, data: toView(newest), message: 'Signing key rotated' }
    },
  )
}

const toView = ({ kid, state, createdAt, signsFrom, leavesAt }: KeyStatus) => ({
  kid,
  state,
  createdAt: createdAt.toISOString(),
  signsFrom: signsFrom.toISOString(),
  leavesAt: leavesAt?.toISOString() ?? null,
})
