/** Everything that the index takes for space; see the migration on search words. */
const separators = /[\s!"#$%&'()*+,\-./:;<=>?@[\\\]^`{|}~]+/

/** The words of a search as Postgres' two parsers take them: each as it begins, and as plain text. */
export function searchWords(search: string): { prefixes: string; plain: string } {
  const words = search.split(separators).filter((word) => word !== '')
  return { prefixes: words.map((word) => `'${word}':*`).join(' & '), plain: words.join(' ') }
}
