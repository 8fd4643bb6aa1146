import type { ErrorDetail } from '@rehearse/contracts'

/**
 * A failed call. `message` is the server's own text, else `HTTP {status}`; `Unknown error` if the body can't be read.
 */
export class ApiError extends Error {
  /** 0 if there was no response. */
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

  /** No response, or a temporary failure: retrying the same request may help. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/** Reads the error from a response that isn't ok. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = await response.json().catch((): ErrorBody => ({ error: 'Unknown error' }))
  const reply = isErrorBody(body) ? body : {}
  return new ApiError({
    status: response.status,
    code: reply.code ?? 'unknown',
    message: reply.error ?? `HTTP ${response.status}`,
    details: reply.details ?? [],
    requestId: reply.requestId ?? response.headers.get('x-request-id') ?? undefined,
    // Its headers carry more, such as Retry-After.
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

/** An error message per field, by the field's name. */
export type FieldErrors = Partial<Record<string, string>>
