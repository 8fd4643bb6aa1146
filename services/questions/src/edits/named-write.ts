import { principalOf } from '@rehearse/service-kit'
import type { FastifyRequest } from 'fastify'
import type { NamedWrite } from './with-idempotency.ts'

/**
 * A write as it can be recognised when the same admin repeats it under the same key.
 * @param what names the operation and what it is done to; query and body are added
 */
export function namedWrite(request: FastifyRequest, what: readonly string[]): NamedWrite {
  const key = request.headers['idempotency-key']
  return {
    actor: principalOf(request).id,
    key: typeof key === 'string' ? key : undefined,
    request: [...what, request.query, request.body],
  }
}
