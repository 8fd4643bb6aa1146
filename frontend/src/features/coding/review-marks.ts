import type { Challenge } from '@rehearse/contracts'

export interface Mark {
  path: string
  /** Counted from 1. */
  line: number
  category: Challenge['problems'][number]['category']
}
export type ReviewCategory = Mark['category']

/** Adds the mark, or removes it if it's there. */
export function toggleMark(marks: readonly Mark[], mark: Mark): Mark[] {
  const others = marks.filter((one) => !isSameMark(one, mark))
  if (others.length < marks.length) return others
  return [...others, mark].sort((one, other) => one.path.localeCompare(other.path) || one.line - other.line)
}

export const isSameMark = (one: Mark, other: Mark): boolean =>
  one.path === other.path && one.line === other.line && one.category === other.category

/** The file that stores the marks of a review among what the learner wrote. */
export const MARKS_FILE = 'marks.json'

/** A mark per line, so that two versions compare well. */
export const printMarks = (marks: readonly Mark[]): string =>
  marks.length === 0 ? '[]' : `[\n${marks.map((mark) => JSON.stringify(mark)).join(',\n')}\n]`

/** The marks among the texts; none if they can't be read. */
export function marksOf({ [MARKS_FILE]: text = '[]' }: Readonly<Record<string, string>>): Mark[] {
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read.filter(isMark) : []
  } catch {
    return []
  }
}

const isMark = (value: unknown): value is Mark => {
  const { path, line, category } = (value ?? {}) as Record<string, unknown>
  return typeof path === 'string' && Number.isSafeInteger(line) && typeof category === 'string'
}
