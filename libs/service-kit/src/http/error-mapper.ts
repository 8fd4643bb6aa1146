import {
  DomainError,
  type Endpoint,
  type ErrorDetail,
  type ErrorKind,
  type ErrorReply,
  issueText,
} from '@rehearse/contracts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { rejectExpectation } from './client-errors.ts'
import { causes, isUnavailable } from './unavailable.ts'

const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  gone: 410,
  stale: 412,
  'too-large': 413,
  unsupported: 415,
  unsatisfiable: 416,
  misdirected: 421,
  'too-many': 429,
  unavailable: 503,
}

/** The one place where errors become responses: installs the error handler and the not-found handler. */
export function installErrorMapper(app: FastifyInstance): void {
  app.server.on('checkExpectation', rejectExpectation)
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler((request, reply) =>
    send(request, reply, 404, { code: 'not_found', error: 'Not found' }),
  )
}

/** Responds in the documented format, including for errors before a route is found (Fastify's `frameworkErrors`). */
export function replyWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const domainError = toDomainError(error, request.routeOptions.config?.tooLarge)
  if (domainError === undefined) {
    request.log.error({ err: error }, 'request failed')
    send(request, reply, 500, { code: 'internal', error: failureText(request) })
    return
  }
  const isAway = domainError.kind === 'unavailable'
  // Not logged per request when overloaded; a metric counts these.
  if (isAway && domainError.code !== 'overloaded') {
    request.log.warn({ err: error }, 'backing server unavailable')
  }
  if (domainError.retryAfterSeconds !== undefined) {
    reply.header('retry-after', Math.ceil(domainError.retryAfterSeconds))
  }
  send(request, reply, statusOf[domainError.kind], {
    code: domainError.code,
    error: catalogText(domainError, request) ?? shortened(domainError.message),
    ...(domainError.details && { details: bounded(domainError.details) }),
  })
}

/**
 * Limits for one response: number of details, and characters of a path or a message. Input errors can be as large as
 * the input.
 */
const detailsMax = 20
const textMax = 300

function bounded(details: readonly ErrorDetail[]): ErrorDetail[] {
  const shown = details.slice(0, detailsMax).map(({ path, message }) => ({
    path: shortened(path),
    message: shortened(message),
  }))
  const more = details.length - shown.length
  return more > 0 ? [...shown, { path: '', message: `and ${more} more` }] : shown
}

/** Never cuts a surrogate pair in half. */
const shortened = (text: string): string =>
  text.length > textMax ? `${text.slice(0, textMax).replace(/[\ud800-\udbff]$/, '')}…` : text

/** The route's own message for a server error, if any; it describes what failed, never why. */
function failureText(request: FastifyRequest): string {
  const { failureMessage = 'Something went wrong on our side' } = request.routeOptions.config
  return typeof failureMessage === 'string' ? failureMessage : failureMessage(request)
}

/** The route's own message, if any, for input that doesn't match its schema or can't be parsed. */
function catalogText(error: DomainError, request: FastifyRequest): string | undefined {
  const isShape = error.code === 'invalid_request' || error.code === 'malformed_request'
  return isShape ? request.routeOptions.config.invalidMessage : undefined
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: Omit<ErrorReply, 'success' | 'requestId'>,
): FastifyReply {
  const errorReply: ErrorReply = { success: false, ...body, requestId: request.id }
  // The route's response schema describes success; an error must not be serialized with it.
  return (
    reply
      .code(status)
      // Set here too, for requests rejected before any hook has run.
      .header('x-request-id', request.id)
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .send(errorReply)
  )
}

/**
 * Converts an error to a domain error, following `cause`; undefined for an unexpected error.
 * @param tooLarge the route's own error of a body above its limit
 */
function toDomainError(error: unknown, tooLarge: Endpoint['tooLarge']): DomainError | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof DomainError) return cause
  }
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error)
  // Checked before availability: a client that aborts its body also looks like a lost connection.
  const refusal = fromFramework(error, tooLarge)
  if (refusal) return refusal
  if (isUnavailable(error) || hasCode(error, waitedInACircle)) {
    return new DomainError({
      kind: 'unavailable',
      code: 'temporarily_unavailable',
      message: 'Temporarily unavailable, please try again',
      retryAfterSeconds: 1,
      cause: error,
    })
  }
  if (hasCode(error, unstorableText)) {
    return new DomainError({
      kind: 'invalid',
      code: 'malformed_request',
      message: 'The request is malformed',
      cause: error,
    })
  }
  if (hasCode(error, referenceGone)) {
    return new DomainError({
      kind: 'conflict',
      code: 'reference_gone',
      message: 'What this refers to was removed at the same time',
      cause: error,
    })
  }
  return undefined
}

/** PostgreSQL's foreign_key_violation: the referenced row was deleted between lookup and write. */
const referenceGone = /^23503$/
/** PostgreSQL's deadlock_detected: this transaction was rolled back, and a retry comes after the other one. */
const waitedInACircle = /^40P01$/
/**
 * PostgreSQL's character_not_in_repertoire and untranslatable_character: its text and JSON can't contain a null
 * character.
 */
const unstorableText = /^(22021|22P05)$/

function hasCode(error: unknown, codes: RegExp): boolean {
  for (const cause of causes(error)) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && codes.test(code)) return true
  }
  return false
}

/** Zod's issues as field errors, the first of each field. */
function invalidInput(error: Error & { validation: readonly FastifySchemaValidationError[] }) {
  const messages = new Map<string, string>()
  for (const { instancePath, keyword, message = '', params } of error.validation) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
    if (!messages.has(path)) messages.set(path, issueText({ ...params, code: keyword, message }))
  }
  const details = [...messages].map(([path, message]) => ({ path, message }))
  const first = details[0]
  return new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: first
      ? `Invalid request: ${[first.path, first.message].filter(Boolean).join(' ')}`
      : 'Invalid request',
    details,
    cause: error,
  })
}

const frameworkKinds: Readonly<Record<number, readonly [ErrorKind, string, string]>> = {
  400: ['invalid', 'malformed_request', 'The request is malformed'],
  404: ['not-found', 'not_found', 'Not found'],
  413: ['too-large', 'payload_too_large', 'The request body is too large'],
  414: ['invalid', 'address_too_long', 'The address is too long'],
  415: ['unsupported', 'unsupported_media_type', 'This media type is not supported'],
  429: ['too-many', 'too_many_requests', 'Too many requests, please try again later'],
  431: ['invalid', 'headers_too_large', 'The request headers are too large'],
}

/** Maps 4xx errors of Fastify and its plugins to the documented codes and messages. */
function fromFramework(error: unknown, tooLarge: Endpoint['tooLarge']): DomainError | undefined {
  const status = (error as { statusCode?: unknown }).statusCode
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined
  if (status === 413 && tooLarge) return new DomainError({ kind: 'too-large', ...tooLarge, cause: error })
  const [kind, code, message] = frameworkKinds[status] ?? frameworkKinds[400] ?? []
  if (kind === undefined || code === undefined || message === undefined) return undefined
  return new DomainError({ kind, code, message, cause: error })
}
