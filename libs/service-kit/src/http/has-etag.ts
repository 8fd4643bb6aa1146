/**
 * Whether an `If-None-Match` header contains an ETag. The comparison is weak (RFC 9110, 13.1.2): proxies that compress
 * a response weaken its ETag.
 */
export function hasETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(etag))
}
