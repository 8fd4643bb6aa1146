import { DomainError, type ErrorDetail } from '@rehearse/contracts'

export const questionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })

/** The question can't be stored like this; the first fault is the sentence, all of them are the details. */
export const invalidQuestion = (faults: readonly ErrorDetail[]) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_question',
    message: faults[0]?.message ?? 'Invalid question',
    details: faults,
  })

export const staleQuestion = (currentVersion: number) =>
  new DomainError({
    kind: 'stale',
    code: 'stale_version',
    message: 'Somebody else has changed this question in the meantime',
    details: [{ path: 'version', message: `is ${currentVersion} by now` }],
  })

/** @param noun as in `Learning path` */
export const staleEntry = (noun: string, currentRevision: number) =>
  new DomainError({
    kind: 'stale',
    code: 'stale_version',
    message: `Somebody else has changed this ${noun.toLowerCase()} in the meantime`,
    details: [{ path: 'revision', message: `is ${currentRevision} by now` }],
  })

/** A list in another order must still be the whole list. */
export const listChanged = (noun: string) =>
  new DomainError({
    kind: 'conflict',
    code: 'list_changed',
    message: `The ${noun.toLowerCase()} list has changed in the meantime`,
    details: [{ path: 'ids', message: 'must be every id of the list, each once' }],
  })
