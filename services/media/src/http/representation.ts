import type { IncomingHttpHeaders } from 'node:http'

/** What of a file conditions are about. */
export interface Representation {
  etag: string
  lastModified: Date
}

/**
 * Whether the client wants this one or none (RFC 9110, 13.1.1 and 13.1.4: tags are compared strongly, and where they are
 * given, dates don't count).
 */
export function isWanted(headers: IncomingHttpHeaders, { etag, lastModified }: Representation): boolean {
  const tags = headers['if-match']
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag].includes(tag.trim()))
  const since = Date.parse(headers['if-unmodified-since'] ?? '')
  // A date that is none asks for nothing.
  return Number.isNaN(since) || wholeSeconds(lastModified) <= since
}

/** Whether the client has it already (RFC 9110, 13.2.2: where tags are given, dates don't count). */
export function isKnown(headers: IncomingHttpHeaders, { etag, lastModified }: Representation): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return wholeSeconds(lastModified) <= since
}

/** Whether a part still fits to the parts that the client has: else it gets the whole (RFC 9110, 13.1.5). */
export function isSame(ifRange: string | undefined, { etag, lastModified }: Representation): boolean {
  if (ifRange === undefined) return true
  return ifRange.startsWith('"') ? ifRange === etag : Date.parse(ifRange) === wholeSeconds(lastModified)
}

/** Dates in headers have no more. */
const wholeSeconds = (date: Date): number => Math.floor(date.getTime() / 1_000) * 1_000
