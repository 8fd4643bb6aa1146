/**
 * Moodle's way to write a category and those above it: `$course$/top/JavaScript/Closures`, a slash within a name as
 * `//`. The names, from the top, without the places that every Moodle has.
 */
export function unescapeCategory(path: string): string[] {
  const names = path
    .split(/(?<!\/)\/(?!\/)/)
    .map((name) => name.trim().replaceAll('//', '/'))
    .filter((name) => name !== '')
  if (/^\$[a-z0-9]+\$$/i.test(names[0] ?? '')) names.shift()
  if (names[0] === 'top') names.shift()
  return names
}

/** The first name is the category, all others are the subcategory; nothing where the path names nothing. */
export function categoryFields(names: readonly string[] | undefined): {
  category?: string
  subcategory?: string | null
} {
  const [category, ...below] = names ?? []
  if (category === undefined) return {}
  return { category, subcategory: below.length === 0 ? null : below.join('/') }
}

export function categoryPath(question: {
  category: string
  subcategory?: string | null | undefined
}): string {
  const escapeSlash = (name: string) => name.replaceAll('/', '//')
  // A name on its own could be one of Moodle's own places.
  const isPlace = /^(?:\$[a-z0-9]+\$|top)$/i.test(question.category)
  const names = [question.category, ...(question.subcategory ? [question.subcategory] : [])].map(escapeSlash)
  return [...(isPlace ? ['$course$', 'top'] : []), ...names].join('/')
}
