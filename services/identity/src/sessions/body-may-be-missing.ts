import type { FastifyRequest } from 'fastify'

/** A request without a body counts as one with an empty object, so that the route's own sentence says what is missing. */
export async function bodyMayBeMissing(request: FastifyRequest): Promise<void> {
  request.body ??= {}
}
