import { DomainError, type ErrorDetail, issueText } from '@rehearse/contracts'
import type { ZodError } from 'zod'
import type { LibraryKind } from './kind.ts'

export const entryNotFound = ({ noun }: LibraryKind) =>
  new DomainError({ kind: 'not-found', code: 'entry_not_found', message: `${noun} not found` })

export const idTaken = (id: string) =>
  new DomainError({
    kind: 'conflict',
    code: 'id_taken',
    message: `The id "${id}" is taken`,
    details: [{ path: 'id', message: 'is taken' }],
  })

/** The entry as a whole would not be as its kind should be. */
export const invalidEntry = ({ noun }: LibraryKind, details: readonly ErrorDetail[]) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_entry',
    message: `Invalid ${noun.toLowerCase()}: ${[details[0]?.path, details[0]?.message].filter(Boolean).join(' ')}`,
    details,
  })

export const toDetails = (error: ZodError): ErrorDetail[] =>
  error.issues.map((issue) => ({ path: issue.path.join('.'), message: issueText(issue) }))
