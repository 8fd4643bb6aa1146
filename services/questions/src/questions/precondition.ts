import type { StoredQuestion } from './question.ts'
import { staleQuestion } from './refusals.ts'

/** The versions that a change was made on, any of them; `null` where the client doesn't say. */
export type Precondition = readonly number[] | null

/** @throws {DomainError} stale, `stale_version`: somebody else was faster */
export function requireVersion(question: StoredQuestion, precondition: Precondition): void {
  if (precondition !== null && !precondition.includes(question.version)) throw staleQuestion(question.version)
}
