import { createHash } from 'node:crypto'
import { DomainError } from '@rehearse/contracts'
import { hasETag } from '@rehearse/service-kit'
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
  if (request.method !== 'GET' || !hasETag(request.headers['if-none-match'], tag)) return payload
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

/** The versions that a change may be based on; `null` if the client doesn't send any. */
export type Precondition = readonly number[] | null

/** An ETag made by `tagReply`: the version, then a hash of the view, which is ignored here. */
const versionTag = /^(?:W\/)?"v(\d{1,9})(?:-[\w-]*)?"$/

/** The versions in an `If-Match` header. An unknown ETag contains none, so it never matches. */
export function preconditionOf(header: string | undefined): Precondition {
  if (header === undefined || header.trim() === '*') return null
  return header.split(',').flatMap((tag) => {
    const version = versionTag.exec(tag.trim())?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

/** @throws {DomainError} stale, `stale_version`: another change came first */
export function requireVersion(question: { version: number }, precondition: Precondition): void {
  if (precondition !== null && !precondition.includes(question.version)) throw staleQuestion(question.version)
}

/** The same for entries with a revision. A missing entry is accepted here; the caller reports it as not found. */
export function requireRevision(current: number | undefined, precondition: Precondition, noun: string): void {
  if (current === undefined || precondition === null || precondition.includes(current)) return
  throw staleEntry(noun, current)
}

const staleQuestion = (currentVersion: number) =>
  new DomainError({
    kind: 'stale',
    code: 'stale_version',
    message: 'This question has been changed by someone else in the meantime',
    details: [{ path: 'version', message: `is now ${currentVersion}` }],
  })

/** @param noun as in `Learning path` */
const staleEntry = (noun: string, currentRevision: number) =>
  new DomainError({
    kind: 'stale',
    code: 'stale_version',
    message: `This ${noun.toLowerCase()} has been changed by someone else in the meantime`,
    details: [{ path: 'revision', message: `is now ${currentRevision}` }],
  })
