/**
 * What went wrong, in terms of the domain. Each kind has one HTTP status, which the edge alone knows
 * (see service-kit's error mapper).
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'gone'
  | 'stale'
  | 'too-large'
  | 'unsupported'
  | 'unsatisfiable'
  | 'misdirected'
  | 'too-many'
  | 'unavailable'

export interface ErrorDetail {
  /** Where in the input, as dotted path: `options.0.text`; empty for the whole. */
  path: string
  message: string
}

export interface DomainErrorInput {
  kind: ErrorKind
  /** Stable, snake_case: clients and tests match on it, never on the message. */
  code: string
  /** A plain sentence, from the specs' error catalogues where they have one. */
  message: string
  details?: readonly ErrorDetail[] | undefined
  /** After how many seconds a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** The one error that services throw on purpose. Everything else that reaches the edge is a problem of ours (500). */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly details: readonly ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(input: DomainErrorInput) {
    super(input.message, { cause: input.cause })
    this.name = 'DomainError'
    this.kind = input.kind
    this.code = input.code
    this.details = input.details
    this.retryAfterSeconds = input.retryAfterSeconds
  }
}
