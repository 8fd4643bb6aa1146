/**
 * What makes two requests the same: the path, and the query whatever its order and spelling.
 * @param url path and query as they came
 * @returns null for a reply that must be different each time
 */
export function cacheKey(url: string): string | null {
  const begin = url.indexOf('?')
  if (begin === -1) return url
  const query = new URLSearchParams(url.slice(begin + 1))
  if (query.get('random') === 'true' && !query.has('seed')) return null
  query.sort()
  return `${url.slice(0, begin)}?${query}`
}
