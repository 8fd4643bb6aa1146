import type { ChallengeReport } from './check-challenges.ts'
import type { ContentReport, Finding } from './check-content.ts'
import type { LibraryReport, LibraryRow } from './check-library.ts'
import type { ContentQuestion, ShippedQuestion } from './read-content.ts'

/** Two similar texts. */
interface Pair<Item> {
  readonly one: Item
  readonly other: Item
  /** 0 to 1: the share of shingles that both texts contain (Jaccard index). */
  readonly likeness: number
}

/**
 * Finds similar texts, most similar first. Each text is split into runs of some words ("shingles"); only texts that
 * share a shingle are compared, so that thousands take seconds.
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

/** The number of shingles that each earlier text shares with these. */
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

/** From this similarity on, two questions are listed for review. */
const worthReading = 0.5
/**
 * From this similarity on, two questions are duplicates and one has to go. Questions that share only their code stay
 * below.
 */
const theSame = 0.85

/** Pairs of similar questions, by prompt and options. */
const nearDuplicates = (
  questions: readonly ContentQuestion[],
  threshold = worthReading,
): Pair<ContentQuestion>[] => similarPairs(questions, textOf, threshold)

export const duplicateProblems = (questions: readonly ContentQuestion[]): string[] =>
  nearDuplicates(questions, theSame).map((pair) => `${describePair(pair)}: are duplicates`)

const describePair = ({ one, other, likeness }: Pair<ContentQuestion>): string =>
  `${Math.round(likeness * 100)} %  ${one.file}: ${one.question.title}  ~  ${other.file}: ${other.question.title}`

const textOf = ({ question }: ContentQuestion): string =>
  [question.content, ...question.options.map(({ text }) => text)].join('\n')

/** Questions per path: how many, how they were proven, and what their form reveals. */
export function questionTable({ findings }: ContentReport): string[] {
  return table(
    ['path', 'questions', 'run', 'beg/int/adv', 'correct at a/b/c/d %', 'longest %', 'length'],
    grouped(findings, ({ file }) => file.split('/')[0] ?? file).map(([path, ofPath]) =>
      questionRow(path, ofPath),
    ),
  )
}

export function similarityLines({ findings }: ContentReport): string[] {
  const pairs = nearDuplicates(findings)
  return [`${pairs.length} pairs of questions are at least 50 % similar`, ...pairs.map(describePair)]
}

export function challengeTable({ challenges }: ChallengeReport): string[] {
  return table(
    ['challenges', 'number', 'easy/medium/hard', 'tests', 'mistakes'],
    grouped(challenges, ({ category }) => category).map(([name, of]) => [
      name,
      of.length,
      counts(of, ['easy', 'medium', 'hard'], ({ difficulty }) => difficulty),
      of.reduce((sum, { testCases }) => sum + testCases.length, 0),
      of.reduce((sum, { mistakes }) => sum + mistakes.length, 0),
    ]),
  )
}

/** Texts and their code blocks: lessons by path, and totals by kind. */
export function libraryTable({ rows }: LibraryReport): string[] {
  const proofs = ['run', 'compiled', 'parsed', 'fragment', 'text'] as const
  const line = (name: string, of: readonly LibraryRow[]) => [
    name,
    of.length,
    of.reduce((sum, { words }) => sum + words, 0),
    of.reduce((sum, { minutes }) => sum + minutes, 0),
    ...proofs.map((proof) => of.reduce((sum, { blocks }) => sum + (blocks[proof] ?? 0), 0)),
  ]
  const groups = Map.groupBy(rows, ({ kind, id }) =>
    kind === 'lesson' ? `lessons: ${id.split('/')[1]}` : id,
  )
  const kinds = Map.groupBy(rows, ({ kind }) => `all: ${kind}`)
  return table(
    ['reading', 'texts', 'words', 'minutes', ...proofs],
    [...groups, ...kinds].map(([name, of]) => line(name, of)),
  )
}

function questionRow(path: string, findings: readonly Finding[]): (string | number)[] {
  const { positions, rightIsLongest, letters } = formOf(findings.map(({ question }) => question))
  return [
    path,
    findings.length,
    findings.filter(({ state }) => state === 'proven').length,
    counts(findings, ['beginner', 'intermediate', 'advanced'], ({ question }) => question.difficulty),
    positions.join('/'),
    rightIsLongest,
    `${letters.right}:${letters.wrong}`,
  ]
}

/** The groups by name, and a total at the end. */
const grouped = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): [string, readonly Item[]][] => [
  ...[...Map.groupBy(items, nameOf)].sort(([one], [other]) => (one < other ? -1 : 1)),
  ['all', items],
]

const counts = <Item>(items: readonly Item[], names: readonly string[], nameOf: (item: Item) => string) =>
  names.map((name) => items.filter((item) => nameOf(item) === name).length).join('/')

/** Left-aligns names and right-aligns numbers, as wide as their content. */
function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const lines = [heads, ...rows].map((cells) => cells.map(String))
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)))
  return lines.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

/** What guessing by form would gain, over the questions with one correct option of four. */
interface Form {
  readonly questions: number
  /** Percentage of correct options at each position; 25 each would be even. */
  readonly positions: readonly number[]
  /** Percentage of questions whose correct option is the longest; chance makes it 25. */
  readonly rightIsLongest: number
  /** Average length of correct and incorrect options, in characters. */
  readonly letters: { readonly right: number; readonly wrong: number }
}

export function formOf(questions: readonly ShippedQuestion[]): Form {
  const singles = questions.filter(
    ({ options }) => options.length === 4 && options.filter(({ isCorrect }) => isCorrect).length === 1,
  )
  const options = singles.flatMap((question) => question.options)
  const right = options.filter(({ isCorrect }) => isCorrect)
  return {
    questions: singles.length,
    positions: [0, 1, 2, 3].map((position) =>
      percent(singles.filter((one) => one.options[position]?.isCorrect).length, singles.length),
    ),
    rightIsLongest: percent(singles.filter(isRightLongest).length, singles.length),
    letters: {
      right: mean(right.map(({ text }) => text.length)),
      wrong: mean(options.filter(({ isCorrect }) => !isCorrect).map(({ text }) => text.length)),
    },
  }
}

function isRightLongest({ options }: ShippedQuestion): boolean {
  const right = options.find(({ isCorrect }) => isCorrect)?.text.length ?? 0
  return options.every(({ isCorrect, text }) => isCorrect || text.length < right)
}

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((100 * part) / whole))

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length)
