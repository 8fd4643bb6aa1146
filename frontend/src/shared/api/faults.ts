import { ApiError } from './api-error.ts'

/** A sentence for each field that needs another look, by the field's name. */
export type Faults = Partial<Record<string, string>>

/** The server's own remarks on fields. */
export const faultsOf = (error: unknown): Faults =>
  error instanceof ApiError
    ? Object.fromEntries(error.details.map(({ path, message }) => [path, message]))
    : {}
