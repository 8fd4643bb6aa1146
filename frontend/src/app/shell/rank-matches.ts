/** @property words synonyms, searched but not shown; the first line of text counts like them */
export interface Findable {
  title: string
  text?: string
  words?: readonly string[]
}

/** Entries that match by title, and those that match only by other words; best first in each. */
export interface Ranked<Entry> {
  named: Entry[]
  mentioned: Entry[]
}

/** The lowest score of a title match. */
const NAMED = 4

/** Every typed word must match: the whole title, its start, the start of a word, or elsewhere. */
export function rankMatches<Entry extends Findable>(entries: readonly Entry[], typed: string): Ranked<Entry> {
  const term = folded(typed)
  const parts = wordsOf(term)
  if (parts.length === 0) return { named: [], mentioned: [] }
  const scored = entries
    .map((entry) => ({ entry, score: scoreOf(entry, term, parts) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.entry.title.length - other.entry.title.length)
  return {
    named: scored.filter(({ score }) => score >= NAMED).map(({ entry }) => entry),
    mentioned: scored.filter(({ score }) => score < NAMED).map(({ entry }) => entry),
  }
}

function scoreOf({ title, text = '', words = [] }: Findable, term: string, parts: readonly string[]): number {
  const name = folded(title)
  if (name === term) return NAMED + 3
  if (name.startsWith(term)) return NAMED + 2
  const inTitle = wordsOf(name)
  if (parts.every((part) => beginsOne(inTitle, part))) return NAMED + 1
  if (name.includes(term) && term.length > 2) return NAMED
  const elsewhere = wordsOf(folded(words.join(' ')))
  if (parts.every((part) => beginsOne(inTitle, part) || beginsOne(elsewhere, part))) return 2
  const all = [...inTitle, ...elsewhere, ...wordsOf(folded(text))]
  return parts.every((part) => beginsOne(all, part)) ? 1 : 0
}

const beginsOne = (words: readonly string[], part: string) => words.some((word) => word.startsWith(part))

/** Ignores case and accents. */
export const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** Words, including hyphenated ones as a whole: `justify-content` matches by either part. */
const wordsOf = (text: string): string[] => [
  ...new Set([...text.split(/[^\p{L}\p{N}]+/u), ...text.split(/[^\p{L}\p{N}-]+/u)].filter(Boolean)),
]
