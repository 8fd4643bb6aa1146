import { createHash } from 'node:crypto'

/** A UUID derived from a text: the same text always has the same one. Stored ids depend on its exact form. */
export function hashedUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  // Version 8: its other bits may be chosen freely (RFC 9562, 5.8).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
