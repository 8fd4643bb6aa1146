import type { ErrorDetail } from '@rehearse/contracts'

/** What a call that failed says: `message` is the server's own sentence, else `HTTP {status}`; `Unknown error` where it can't be read. */
export class ApiError extends Error {
  /** 0 when no answer came at all. */
  readonly status: number
  readonly code: string
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined

  constructor(input: {
    status: number
    code: string
    message: string
    details?: readonly ErrorDetail[]
    requestId?: string | undefined
    cause?: unknown
  }) {
    super(input.message, { cause: input.cause })
    this.name = 'ApiError'
    this.status = input.status
    this.code = input.code
    this.details = input.details ?? []
    this.requestId = input.requestId
  }

  get isUnauthenticated(): boolean {
    return this.status === 401
  }

  /** No answer, or one that says "later": trying again may help without changing anything. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** Reads the error out of a reply that is not ok. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = await response.json().catch((): ErrorBody => ({ error: 'Unknown error' }))
  const reply = isErrorBody(body) ? body : {}
  return new ApiError({
    status: response.status,
    code: reply.code ?? 'unknown',
    message: reply.error ?? `HTTP ${response.status}`,
    details: reply.details ?? [],
    requestId: reply.requestId ?? response.headers.get('x-request-id') ?? undefined,
    // Its headers say more, such as when to try again.
    cause: response,
  })
}

interface ErrorBody {
  error?: string
  code?: string
  details?: ErrorDetail[]
  requestId?: string
}

const isErrorBody = (body: unknown): body is ErrorBody => typeof body === 'object' && body !== null

/** A sentence for each field that needs another look, by the field's name. */
export type FieldErrors = Partial<Record<string, string>>

/** The server's own remarks on fields. */
export const fieldErrorsOf = (error: unknown): FieldErrors =>
  error instanceof ApiError
    ? Object.fromEntries(error.details.map(({ path, message }) => [path, message]))
    : {}
