import { difficultyInput, questionTypeInput, slug } from '@rehearse/contracts'
import type { DraftRow } from '../apply-defaults.ts'

/** The fields that metadata lines can set. */
export type Meta = Omit<Partial<DraftRow>, 'options' | 'content' | 'explanation'> & {
  id?: string
  /** Values that none of the keys has, as they are reported. */
  unknown?: readonly string[]
}

type Setter = (value: string) => Meta | undefined

const name =
  (key: keyof Meta): Setter =>
  (value) => ({ [key]: value })
const nameOrNone =
  (key: keyof Meta): Setter =>
  (value) => ({ [key]: value === 'none' ? null : value })
const integer =
  (key: keyof Meta, unit: RegExp): Setter =>
  (value) => {
    const digits = value.replace(unit, '').trim()
    return /^\d{1,6}$/.test(digits) ? { [key]: Number(digits) } : undefined
  }
const flag =
  (key: keyof Meta): Setter =>
  (value) =>
    /^(?:yes|no|true|false)$/i.test(value) ? { [key]: /^(?:yes|true)$/i.test(value) } : undefined

const typeNames: Readonly<Record<string, string>> = {
  mcq: 'multiple-choice',
  'true/false': 'true-false',
  open: 'open-ended',
}

// Anchored at the start of a run of spaces, here and below: otherwise long runs take quadratic time.
const seconds = /(?<!\s)\s*(?:seconds?|secs?|s)$/i

const setters: Readonly<Record<string, Setter>> = {
  id: (value) => (slug.safeParse(value).success ? { id: value } : undefined),
  title: name('title'),
  category: name('category'),
  subcategory: nameOrNone('subcategory'),
  'sub-category': nameOrNone('subcategory'),
  'learning path': nameOrNone('learningPath'),
  path: nameOrNone('learningPath'),
  topic: nameOrNone('topic'),
  section: nameOrNone('sectionId'),
  difficulty: readDifficulty,
  level: readDifficulty,
  type: readType,
  tags: (value) => ({ tags: readTags(value) }),
  points: integer('points', /(?<!\s)\s*(?:points?|pts?)$/i),
  'time limit': integer('timeLimit', seconds),
  time: integer('timeLimit', seconds),
  active: flag('isActive'),
  approved: flag('approved'),
}

const keyed =
  /^(?:[-*+][ \t]+)?(?:\*\*|__|\*|_)?([A-Za-z][A-Za-z -]{1,14}?)(?:\*\*|__|\*|_)?[ \t]*[:：](?:\*\*|__|\*|_)?[ \t]*(\S.*)$/
const hashtags = /^(?:#[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.+/-]*(?:[ \t,]+|$))+$/u
const points = /[[(](\d{1,6})[ \t]*(?:points?|pts?)[\])]/i

/** Reads a metadata line: `Key: value`, `[5 points]`, `#tag #tag`, or several of these; else undefined. */
export function lexMetaLine(line: string): Meta | undefined {
  const text = line.trim()
  if (text === '') return undefined
  const pair = keyed.exec(text)
  const key = pair?.[1]?.toLowerCase() ?? ''
  const setter = setters[key]
  if (pair?.[2] && setter) return severalPairs(text) ?? setter(pair[2]) ?? unknownValue(key, pair[2])
  const scored = takePoints(text)
  if (scored.text === '') return scored.points === undefined ? undefined : { points: scored.points }
  const value = scored.points === undefined ? {} : { points: scored.points }
  return hashtags.test(scored.text) ? { ...value, tags: readTags(scored.text) } : undefined
}

/** `Difficulty: Easy · Type: MCQ`, if every part is known. */
function severalPairs(text: string): Meta | undefined {
  const parts = text.split(/(?<![ \t])[ \t]+[·•|][ \t]+/)
  if (parts.length < 2) return undefined
  const read = parts.map(lexMetaLine)
  return read.every((meta) => meta !== undefined) ? read.reduce(mergeMeta, {}) : undefined
}

/** Later values win; tags and unknown values add up. */
export function mergeMeta(before: Meta, later: Meta): Meta {
  const tags = [...(before.tags ?? []), ...(later.tags ?? [])]
  const unknown = [...(before.unknown ?? []), ...(later.unknown ?? [])]
  return {
    ...before,
    ...later,
    ...(tags.length > 0 && { tags }),
    ...(unknown.length > 0 && { unknown }),
  }
}

/** A few words: anything longer is a sentence that begins like a key. `Time: O(n)` is no time limit. */
const fewWords = /^[^\s.!?:;,`()]{1,30}(?: [^\s.!?:;,`()]{1,30}){0,2}$/
const strictKeys = new Set(['difficulty', 'level', 'type', 'points', 'time limit', 'active', 'approved'])

function unknownValue(key: string, value: string): Meta | undefined {
  const isMeant = fewWords.test(value) && (strictKeys.has(key) || (key === 'time' && /^\d/.test(value)))
  return isMeant ? { unknown: [`Unknown ${key} "${value}"`] } : undefined
}

/** Removes `[N points]` from a line. */
export function takePoints(line: string): { text: string; points?: number } {
  const found = points.exec(line)
  if (!found) return { text: line }
  const text = `${line.slice(0, found.index)} ${line.slice(found.index + found[0].length)}`
  return { text: text.replace(/[ \t]+/g, ' ').trim(), points: Number(found[1]) }
}

export function readTags(value: string): string[] {
  const separator = value.startsWith('#') ? /[\s,]+/ : /,/
  const tags = value.split(separator).map((tag) => tag.trim().replace(/^#|^`|`$/g, ''))
  return tags.filter((tag) => tag !== '')
}

function readDifficulty(value: string): Meta | undefined {
  const read = difficultyInput.safeParse(value)
  return read.success ? { difficulty: read.data } : undefined
}

export function readType(value: string): Meta | undefined {
  const wanted = value
    .toLowerCase()
    .replace(/[ \t]*choice[ \t]*question$/, ' choice')
    .replace(/[ \t]+/g, '-')
  const read = questionTypeInput.safeParse(typeNames[wanted] ?? wanted)
  return read.success ? { type: read.data } : undefined
}
