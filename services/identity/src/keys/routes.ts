import { jsonWebKeySet } from '@rehearse/contracts'
import type { App } from '@rehearse/service-kit'
import type { SigningKeys } from './signing-keys.ts'

/** Seconds that others may keep the key set before they ask again. */
const maxAge = 300

export function keySetRoute(app: App, keys: SigningKeys): void {
  app.get(
    '/.well-known/jwks.json',
    {
      config: { access: 'anyone' },
      schema: {
        tags: ['Identity'],
        summary: 'The public keys that tokens are checked with',
        response: { 200: jsonWebKeySet },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${maxAge}`)
      return keys.publicSet()
    },
  )
}
