import { getKeySet, listSigningKeys, rotateSigningKey } from '@rehearse/contracts'
import { type App, serve } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { type KeyStatus, readKeyStatuses } from './repository.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Seconds that clients may cache the key set. */
const maxAge = 300

/** Routes of the public key set, and of the signing keys for super admins. */
export function keyRoutes(app: App, { db, keys }: { db: Db; keys: SigningKeys }): void {
  serve(app, getKeySet, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${maxAge}`)
    return keys.publicSet()
  })

  serve(app, listSigningKeys, async () => {
    const statuses = await readKeyStatuses(db)
    return { success: true as const, data: statuses.map(toView), count: statuses.length }
  })

  serve(app, rotateSigningKey, async () => {
    await keys.rotate(db)
    const [newest] = await readKeyStatuses(db)
    if (newest === undefined) throw new Error('the signing keys have vanished from the database')
    return { success: true as const, data: toView(newest), message: 'Signing key rotated' }
  })
}

const toView = ({ kid, state, createdAt, signsFrom, leavesAt }: KeyStatus) => ({
  kid,
  state,
  createdAt: createdAt.toISOString(),
  signsFrom: signsFrom.toISOString(),
  leavesAt: leavesAt?.toISOString() ?? null,
})
