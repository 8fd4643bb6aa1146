import { staleEntry, staleQuestion } from '../questions/errors.ts'
import type { StoredQuestion } from '../questions/question.ts'

/** The versions that a change was made on, any of them; `null` where the client doesn't say. */
export type Precondition = readonly number[] | null

/** @throws {DomainError} stale, `stale_version`: somebody else was faster */
export function requireVersion(question: StoredQuestion, precondition: Precondition): void {
  if (precondition !== null && !precondition.includes(question.version)) throw staleQuestion(question.version)
}

/**
 * The same for what is numbered by its changes. One that isn't there passes: that it is missing is told elsewhere.
 * @throws {DomainError} stale, `stale_version`
 */
export function requireRevision(current: number | undefined, precondition: Precondition, noun: string): void {
  if (current === undefined || precondition === null || precondition.includes(current)) return
  throw staleEntry(noun, current)
}
