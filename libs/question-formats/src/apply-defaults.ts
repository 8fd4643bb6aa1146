import { QUESTION_POINTS, type QuestionRowInput } from '@rehearse/contracts'
import type { ParseDefaults } from './types.ts'

/** A partial row: the source's values, `null` for an explicit "none", missing if the source has none. */
export interface DraftRow {
  title: string
  content: string
  type?: QuestionRowInput['type']
  difficulty?: string | undefined
  options: NonNullable<QuestionRowInput['options']>
  answer?: QuestionRowInput['answer']
  explanation?: string
  category?: string | undefined
  subcategory?: string | null | undefined
  learningPath?: string | null | undefined
  topic?: string | null | undefined
  sectionId?: string | null | undefined
  tags?: readonly string[]
  points?: number | undefined
  timeLimit?: number | undefined
  isActive?: boolean
  approved?: boolean
}

const pick = <Value>(own: Value | null | undefined, fallback: Value | undefined) =>
  own === null ? undefined : (own ?? fallback)

/** Fills missing values: the file's or form's defaults first, then the spec's. */
export function applyDefaults(draft: DraftRow, defaults: ParseDefaults): QuestionRowInput {
  const { section } = defaults
  const { subcategory, learningPath, topic, sectionId, timeLimit, difficulty, type, tags, points, ...rest } =
    draft
  const wanted = {
    subcategory: pick(subcategory, defaults.subcategory ?? section?.name),
    learningPath: pick(learningPath, defaults.learningPath ?? section?.id ?? 'Default Learning Path'),
    topic: pick(topic, defaults.topic ?? 'General Topic'),
    sectionId: pick(sectionId, defaults.sectionId ?? section?.id),
    timeLimit: timeLimit ?? defaults.timeLimit,
  }
  const present = Object.entries(wanted).filter(([, value]) => value !== undefined)
  return {
    ...rest,
    type: type ?? defaults.type ?? 'multiple-choice',
    difficulty: difficulty ?? defaults.difficulty ?? 'beginner',
    category: draft.category ?? defaults.category ?? section?.name ?? 'General',
    tags: mergeTags(defaults.tags ?? [], tags ?? []),
    points: points ?? defaults.points ?? QUESTION_POINTS.bulkDefault,
    ...Object.fromEntries(present),
  }
}

function mergeTags(before: readonly string[], own: readonly string[]): string[] {
  // An external row can contain anything here; the schema validates it later.
  return Array.isArray(own) ? [...new Set([...before, ...own])] : (own as string[])
}

/**
 * Splits Moodle's category path: `$course$/top/JavaScript/Closures`, with a slash within a name as
 * `//`. Returns the names from the top, without Moodle's default ones.
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

/** The first name is the category, all others are the subcategory. */
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
  // A single name could be one of Moodle's defaults.
  const isPlace = /^(?:\$[a-z0-9]+\$|top)$/i.test(question.category)
  const names = [question.category, ...(question.subcategory ? [question.subcategory] : [])].map(escapeSlash)
  return [...(isPlace ? ['$course$', 'top'] : []), ...names].join('/')
}
