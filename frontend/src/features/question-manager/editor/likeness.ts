/** Words that say what a text is about: the longest ones of a title, as many as a search should insist on. */
export function tellingWords(title: string): string[] {
  const words = [...wordsOf(title)].filter((word) => word.length > 2)
  return words.sort((a, b) => b.length - a.length).slice(0, 3)
}

/** How much two questions have in common, 0 to 1: by all their words, or by those of their titles. */
export function likeness(text: string, other: string, title: string, otherTitle: string): number {
  return Math.max(shared(wordsOf(text), wordsOf(other)), shared(wordsOf(title), wordsOf(otherTitle)))
}

/** As duplicates are told: whatever the case and the white space. */
export const fold = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

const wordsOf = (text: string): ReadonlySet<string> => new Set(fold(text).match(/[\p{L}\p{N}_$]+/gu) ?? [])

/** Jaccard's index. */
function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let both = 0
  for (const word of some) if (others.has(word)) both += 1
  const all = some.size + others.size - both
  return all === 0 ? 0 : both / all
}
