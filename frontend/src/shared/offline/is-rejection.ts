import { ApiError } from '../api/api-error.ts'

/** Whether a retry wouldn't change the error. An error caused by another account's session is no rejection. */
export const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError && !error.isTransient && !error.isUnauthenticated && error.status !== 403
