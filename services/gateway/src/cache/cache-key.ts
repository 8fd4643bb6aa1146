/** As Fastify reads it, here and in the service that answers: no other reading may decide what is the same. */
export type Query = Readonly<Record<string, string | readonly string[]>>

/**
 * What makes two requests the same: the path, and the query whatever its order and spelling.
 * @param url path and query as they came
 * @returns null for a reply that must be different each time
 */
export function cacheKey(url: string, query: Query): string | null {
  if (query.random === 'true' && query.seed === undefined) return null
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  const names = Object.keys(query).sort()
  return names.length === 0 ? path : `${path}?${JSON.stringify(names.map((name) => [name, query[name]]))}`
}
