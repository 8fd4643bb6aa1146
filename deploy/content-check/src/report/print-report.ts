import type { ChallengeReport } from '../challenges/check-challenges.ts'
import type { ContentReport, Finding } from '../check-content.ts'
import type { LibraryReport } from '../library/check-library.ts'
import { formOf } from './form.ts'
import { describePair, nearDuplicates } from './near-duplicates.ts'

/** The questions path by path: how many, how they were proven, and what their form gives away. */
export function questionTable({ findings }: ContentReport): string[] {
  return table(
    ['path', 'questions', 'run', 'beg/int/adv', 'right at a/b/c/d %', 'longest %', 'letters'],
    grouped(findings, ({ file }) => file.split('/')[0] ?? file).map(([path, ofPath]) =>
      questionRow(path, ofPath),
    ),
  )
}

export function similarityLines({ findings }: ContentReport): string[] {
  const pairs = nearDuplicates(findings)
  return [`${pairs.length} pairs of questions are half alike or more`, ...pairs.map(describePair)]
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

export const libraryTable = ({ rows }: LibraryReport): string[] =>
  table(
    ['reading', 'kind', 'words', 'minutes', 'code run'],
    rows.map(({ id, kind, words, minutes, run }) => [id, kind, words, minutes, run]),
  )

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

/** The groups by their names, and all at the end. */
const grouped = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): [string, readonly Item[]][] => [
  ...[...Map.groupBy(items, nameOf)].sort(([one], [other]) => (one < other ? -1 : 1)),
  ['all', items],
]

const counts = <Item>(items: readonly Item[], names: readonly string[], nameOf: (item: Item) => string) =>
  names.map((name) => items.filter((item) => nameOf(item) === name).length).join('/')

/** Names to the left, figures to the right, as wide as what is in them. */
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
