import { foldText } from '@rehearse/contracts/fold-text'

/** @property words synonyms, searched but not shown; the first line of text counts like them */
export interface Findable {
  title: string
  text?: string
  words?: readonly string[]
}

/** Entries that match by title or a whole synonym, and those that match only by other words; best first in each. */
export interface Ranked<Entry> {
  named: Entry[]
  mentioned: Entry[]
}

/** The lowest score of a match by title, or by a whole synonym. */
const TITLE_MATCH = 4

type Match = (words: readonly string[], part: string) => boolean

/**
 * Every typed word must match: the whole title, its start, the start of a word, or elsewhere. Typos are accepted only
 * if there is no exact match.
 */
export function rankMatches<Entry extends Findable>(entries: readonly Entry[], typed: string): Ranked<Entry> {
  const term = caseFold(typed)
  const parts = wordsOf(term)
  if (parts.length === 0) return { named: [], mentioned: [] }
  const scoredBy = (match: Match) =>
    entries
      .map((entry) => ({ entry, score: scoreOf(entry, term, parts, match) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score || one.entry.title.length - other.entry.title.length)
  const exact = scoredBy(beginsOne)
  const scored = exact.length > 0 ? exact : scoredBy(nearlyBeginsOne)
  return {
    named: scored.filter(({ score }) => score >= TITLE_MATCH).map(({ entry }) => entry),
    mentioned: scored.filter(({ score }) => score < TITLE_MATCH).map(({ entry }) => entry),
  }
}

function scoreOf(
  { title, text = '', words = [] }: Findable,
  term: string,
  parts: readonly string[],
  match: Match,
): number {
  const name = caseFold(title)
  if (name === term) return TITLE_MATCH + 3
  if (name.startsWith(term)) return TITLE_MATCH + 2
  const inTitle = wordsOf(name)
  if (parts.every((part) => match(inTitle, part))) return TITLE_MATCH + 1
  if (name.includes(term) && term.length > 2) return TITLE_MATCH
  if (words.some((word) => caseFold(word) === term)) return TITLE_MATCH
  const elsewhere = wordsOf(caseFold(words.join(' ')))
  if (parts.every((part) => match(inTitle, part) || match(elsewhere, part))) return 2
  const all = [...inTitle, ...elsewhere, ...wordsOf(caseFold(text))]
  return parts.every((part) => match(all, part)) ? 1 : 0
}

const beginsOne: Match = (words, part) => words.some((word) => word.startsWith(part))

/** Shorter words are too similar to each other. */
const TYPO_LENGTH = 4

const nearlyBeginsOne: Match = (words, part) =>
  part.length < TYPO_LENGTH ? beginsOne(words, part) : words.some((word) => nearlyBegins(word, part))

/**
 * Whether a word starts with a part that has at most one typo: a wrong, missing, extra or swapped letter. The first
 * letter must match, as most typos come later and other words are too similar.
 */
function nearlyBegins(word: string, part: string): boolean {
  if (word[0] !== part[0]) return false
  let at = 1
  while (at < part.length && part[at] === word[at]) at += 1
  const rest = (text: string, skipped: number) => text.slice(at + skipped)
  return (
    rest(word, 1).startsWith(rest(part, 1)) ||
    rest(word, 1).startsWith(rest(part, 0)) ||
    rest(word, 0).startsWith(rest(part, 1)) ||
    (part[at] === word[at + 1] && part[at + 1] === word[at] && rest(word, 2).startsWith(rest(part, 2)))
  )
}

/** Ignores case and accents too. */
export const caseFold = (text: string) =>
  foldText(text).normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Words, including hyphenated ones as a whole: `justify-content` matches by either part. */
const wordsOf = (text: string): string[] => [
  ...new Set([...text.split(/[^\p{L}\p{N}]+/u), ...text.split(/[^\p{L}\p{N}-]+/u)].filter(Boolean)),
]
