import type { LibraryKind } from './kind.ts'

/**
 * Whether an entry answers a query: equal in every field that is filtered by, and somewhere in its searched fields
 * the term. Case doesn't count in either.
 */
export function matchesQuery(
  kind: Pick<LibraryKind, 'filters' | 'searched'>,
  entry: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, string | undefined>>,
): boolean {
  const equal = Object.entries(kind.filters).every(([parameter, field]) => {
    const wanted = query[parameter]
    return wanted === undefined || texts(entry[field]).includes(fold(wanted))
  })
  if (!equal || query.searchTerm === undefined) return equal
  const term = fold(query.searchTerm)
  return kind.searched.some((field) => texts(entry[field]).some((text) => text.includes(term)))
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string').map(fold)

const fold = (text: string): string => text.normalize('NFC').toLowerCase()
