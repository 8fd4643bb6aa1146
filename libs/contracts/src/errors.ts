/** A kind of error in terms of the domain. Each has one HTTP status, known only to service-kit's error mapper. */
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
  /** The position in the input, as a dotted path: `options.0.text`; empty for the whole. */
  path: string
  message: string
}

export interface DomainErrorInput {
  kind: ErrorKind
  /** Stable, snake_case: clients and tests match on it, never on the message. */
  code: string
  /** A plain sentence, from the specs' error catalogs if they have one. */
  message: string
  details?: readonly ErrorDetail[] | undefined
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number | undefined
  cause?: unknown
}

/** The only error that services throw on purpose. Any other error is a bug and becomes a 500. */
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
