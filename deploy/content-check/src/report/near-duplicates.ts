import type { ContentQuestion } from '../read-questions.ts'

/** Two texts that say nearly the same. */
interface Pair<Item> {
  readonly one: Item
  readonly other: Item
  /** 0 to 1: what share of the runs of words that either has is in both (Jaccard's index). */
  readonly likeness: number
}

/**
 * Finds texts that are nearly the same, the most alike first. Each is taken for its runs of some words ("shingles");
 * only texts that share a run are compared, so that thousands are a matter of seconds.
 */
export function similarPairs<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  threshold: number,
): Pair<Item>[] {
  const shingles = items.map((item) => shinglesOf(textOf(item)))
  const holders = new Map<string, number[]>()
  const pairs: Pair<Item>[] = []
  shingles.forEach((mine, position) => {
    for (const [earlier, shared] of sharedWith(mine, holders)) {
      const likeness = shared / (mine.size + (shingles[earlier]?.size ?? 0) - shared)
      if (likeness >= threshold)
        pairs.push({ one: items[earlier] as Item, other: items[position] as Item, likeness })
    }
    for (const shingle of mine) {
      const known = holders.get(shingle)
      if (known) known.push(position)
      else holders.set(shingle, [position])
    }
  })
  return pairs.sort((one, other) => other.likeness - one.likeness)
}

const run = 3

function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []
  if (words.length <= run) return new Set([words.join(' ')])
  return new Set(words.slice(run - 1).map((_, start) => words.slice(start, start + run).join(' ')))
}

/** How many runs each earlier text has in common with these. */
function sharedWith(
  shingles: ReadonlySet<string>,
  holders: ReadonlyMap<string, number[]>,
): Map<number, number> {
  const shared = new Map<number, number>()
  for (const shingle of shingles) {
    for (const holder of holders.get(shingle) ?? []) shared.set(holder, (shared.get(holder) ?? 0) + 1)
  }
  return shared
}

/** From here on two questions are listed, for somebody to read beside each other. */
const worthReading = 0.5
/** From here on they ask the same: one of them has to go. Questions that share their code alone stay below. */
const theSame = 0.85

/** Questions that say nearly the same, by what is asked and what can be answered. */
export const nearDuplicates = (
  questions: readonly ContentQuestion[],
  threshold = worthReading,
): Pair<ContentQuestion>[] => similarPairs(questions, textOf, threshold)

export const duplicateFaults = (questions: readonly ContentQuestion[]): string[] =>
  nearDuplicates(questions, theSame).map((pair) => `${describePair(pair)}: ask the same`)

export const describePair = ({ one, other, likeness }: Pair<ContentQuestion>): string =>
  `${Math.round(likeness * 100)} %  ${one.file}: ${one.question.title}  ~  ${other.file}: ${other.question.title}`

const textOf = ({ question }: ContentQuestion): string =>
  [question.content, ...question.options.map(({ text }) => text)].join('\n')
