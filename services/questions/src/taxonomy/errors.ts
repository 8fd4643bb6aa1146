import { DomainError } from '@rehearse/contracts'
import type { PlaceDefinition } from './node-definitions.ts'
import type { PlaceKind } from './repository.ts'

const notFoundCodes = {
  category: 'category_not_found',
  topic: 'topic_not_found',
  section: 'section_not_found',
  learning_path: 'learning_path_not_found',
} as const satisfies Record<PlaceKind, string>

export const placeNotFound = ({ kind, noun }: PlaceDefinition) =>
  new DomainError({ kind: 'not-found', code: notFoundCodes[kind], message: `${noun} not found` })

export const taken = ({ noun }: PlaceDefinition, field: 'id' | 'name') =>
  new DomainError({
    kind: 'conflict',
    code: `${field}_taken`,
    message: `There is a ${noun.toLowerCase()} with this ${field} already`,
    details: [{ path: field, message: 'is taken' }],
  })

export const missingName = () =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: 'Invalid request: name is required',
    details: [{ path: 'name', message: 'is required' }],
  })

/** @param questions how many are filed under it, and how many of these are deleted */
export function inUse({ noun }: PlaceDefinition, questions: { all: number; deleted: number }): DomainError {
  const verb = questions.all === 1 ? 'question is' : 'questions are'
  const deleted = questions.deleted > 0 ? `, ${questions.deleted} of them deleted but restorable` : ''
  return new DomainError({
    kind: 'conflict',
    code: 'in_use',
    message: `${questions.all} ${verb} filed under this ${noun.toLowerCase()}${deleted}. Say with reassignTo where to move them`,
    details: [{ path: 'questionCount', message: String(questions.all) }],
  })
}

export const badReassignment = (message: string) =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_reassignment',
    message,
    details: [{ path: 'reassignTo', message }],
  })
