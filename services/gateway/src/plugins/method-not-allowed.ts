import { DomainError } from '@rehearse/contracts'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Route } from '../routes.ts'

/** Answers the methods that a known path doesn't have with 405 and those that it has. */
export function installMethodNotAllowed(app: FastifyInstance, rows: readonly Route[]): void {
  const methodsByPath = Map.groupBy(rows, (row) => row.path)
  for (const [path, rowsOfPath] of methodsByPath) {
    const allowed = new Set<string>(rowsOfPath.map((row) => row.method))
    // A stream that stays open has nothing to say to who doesn't read it.
    if (rowsOfPath.some((row) => row.method === 'GET' && !row.live)) allowed.add('HEAD')
    const others = app.supportedMethods.filter((method) => !allowed.has(method))
    app.route({
      method: others as HTTPMethods[],
      url: path,
      config: { access: 'anyone' },
      schema: { hide: true },
      handler: async (_request, reply) => {
        reply.header('allow', [...allowed].join(', '))
        throw new DomainError({
          kind: 'method-not-allowed',
          code: 'method_not_allowed',
          message: 'This method is not allowed here',
        })
      },
    })
  }
}
