import { signingKeyRotatedReply, signingKeysReply } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import { type KeyStanding, readKeyStandings } from './signing-key-repository.ts'
import type { SigningKeys } from './signing-keys.ts'

const tags = ['Identity']
const address = '/api/admin/signing-keys'

/** The keys that tokens are signed with: which there are, and a new one before its time. */
export function signingKeyRoutes(app: App, { db, keys }: { db: Db; keys: SigningKeys }): void {
  app.get(
    address,
    {
      config: { access: 'super_admin' },
      schema: { tags, summary: 'The signing keys, newest first', response: { 200: signingKeysReply } },
    },
    async () => {
      const standings = await readKeyStandings(db)
      return { success: true as const, data: standings.map(toView), count: standings.length }
    },
  )

  app.post(
    address,
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
      const [newest] = await readKeyStandings(db)
      if (newest === undefined) throw new Error('the signing keys have vanished from the database')
      return { success: true as const, data: toView(newest), message: 'Signing key rotated' }
    },
  )
}

const toView = ({ kid, state, createdAt, signsFrom, leavesAt }: KeyStanding) => ({
  kid,
  state,
  createdAt: createdAt.toISOString(),
  signsFrom: signsFrom.toISOString(),
  leavesAt: leavesAt?.toISOString() ?? null,
})
