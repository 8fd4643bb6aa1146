import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyReply {
    /** The version of the entity in this response, so that its ETag can serve as a precondition. */
    shownVersion: number | undefined
  }
}

/**
 * An `onSend` hook for public reads: sets a hash of the response as its ETag, and returns 304 if the client has it.
 * Every role's view has a different ETag, so no user gets "not modified" for another user's view.
 */
export async function tagReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode > 201 || typeof payload !== 'string') return payload
  const digest = createHash('sha256').update(payload).digest('base64url').slice(0, 22)
  const tag = reply.shownVersion === undefined ? `"${digest}"` : `"v${reply.shownVersion}-${digest}"`
  reply.header('etag', tag)
  reply.header('cache-control', lifeOf(request))
  if (request.method !== 'GET' || !matches(request.headers['if-none-match'], tag)) return payload
  reply.code(304).removeHeader('content-length').removeHeader('content-type')
  return ''
}

/**
 * Browsers must not store an admin's view or questions with their key: the next user of the device could read them.
 */
function lifeOf({ principal, query }: FastifyRequest): string {
  if (principal === null) return 'no-cache'
  const isOpen = principal.role === 'learner' && !(query as { include?: unknown }).include
  return isOpen ? 'private, no-cache' : 'no-store'
}

/** Weak comparison (RFC 9110, 8.8.3.2): proxies that compress weaken ETags. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  const known = header.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
}
