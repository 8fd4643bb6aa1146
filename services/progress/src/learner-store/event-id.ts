import { hash as digest } from 'node:crypto'

/**
 * A name-based UUID (RFC 9562, version 8): the same parts always give the same id, so that the log itself refuses to
 * record the same fact twice.
 */
export function eventIdOf(...parts: readonly string[]): string {
  const hash = digest('sha256', parts.join('/'), 'buffer')
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Of both, so that nobody can claim another's answer id. */
export function answerEventId(learnerId: string, answerId: string): string {
  return eventIdOf(learnerId, answerId.toLowerCase())
}
