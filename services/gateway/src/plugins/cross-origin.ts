import { DomainError } from '@rehearse/contracts'
import { bearerToken } from '@rehearse/service-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkRows } from './check-rows.ts'

/**
 * Refuses writes that another site makes a browser send. A `Bearer` header is proof enough, since no foreign page can
 * set it; all else counts, with cookies or without: signing somebody in unasked is an attack too.
 * @param publicOrigin ours, where it is not the address that requests were sent to
 */
export function installCrossOriginCheck(app: FastifyInstance, publicOrigin: string | undefined): void {
  checkRows(app, (row) => {
    if (row.method === 'GET') return null
    return (request, _reply, done) => {
      const { origin, 'sec-fetch-site': site } = request.headers
      const foreign = origin !== undefined && !isOurs(origin, request, publicOrigin)
      if ((foreign || site === 'cross-site') && bearerToken(request) === null) done(crossOrigin())
      else done()
    }
  })
}

/**
 * By host and port where nothing is configured, and by the scheme where we know it: behind a proxy that ends TLS, plain
 * http may be all that we see.
 */
function isOurs(origin: string, request: FastifyRequest, publicOrigin: string | undefined): boolean {
  if (publicOrigin !== undefined) return origin === publicOrigin
  if (!URL.canParse(origin)) return false
  const { host, protocol } = new URL(origin)
  return host === request.host && (request.protocol === 'http' || protocol === 'https:')
}

const crossOrigin = () =>
  new DomainError({
    kind: 'forbidden',
    code: 'cross_origin',
    message: 'Requests from another origin are not allowed',
  })
