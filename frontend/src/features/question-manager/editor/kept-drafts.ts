import { readJson, storage } from '../../../shared/storage.ts'
import type { QuestionDraft } from './question-draft.ts'

const KEY = 'question_drafts'
/** More than anybody works on at a time; the oldest go first. */
const MOST = 20

/** What was typed and not saved, as this device keeps it until it is saved or discarded. */
export interface KeptDraft {
  /** The question that is being changed, null for a new one. */
  target: string | null
  /** The version that the changes were made to; null for a new one. */
  version: number | null
  draft: QuestionDraft
  /** ISO 8601. */
  at: string
}

/** Newest first; what can't be read any more is left out. */
export function readKeptDrafts(): KeptDraft[] {
  const kept = readJson(KEY)
  return Array.isArray(kept) ? kept.filter(isKeptDraft) : []
}

export const readKeptDraft = (target: string | null): KeptDraft | undefined =>
  readKeptDrafts().find((kept) => kept.target === target)

export function keepDraft(draft: KeptDraft): void {
  const others = readKeptDrafts().filter((kept) => kept.target !== draft.target)
  storage.write(KEY, JSON.stringify([draft, ...others].slice(0, MOST)))
}

export function dropDraft(target: string | null): void {
  const others = readKeptDrafts().filter((kept) => kept.target !== target)
  if (others.length > 0) storage.write(KEY, JSON.stringify(others))
  else storage.remove(KEY)
}

const texts = [
  'title',
  'content',
  'selection',
  'difficulty',
  'explanation',
  'category',
  'learningPath',
  'topic',
  'tags',
  'points',
  'timeLimit',
] as const

function isKeptDraft(value: unknown): value is KeptDraft {
  if (!isRecord(value) || !isRecord(value.draft)) return false
  const { draft } = value
  return (
    (value.target === null || typeof value.target === 'string') &&
    (value.version === null || typeof value.version === 'number') &&
    typeof value.at === 'string' &&
    !Number.isNaN(Date.parse(value.at)) &&
    texts.every((name) => typeof draft[name] === 'string') &&
    typeof draft.isActive === 'boolean' &&
    Array.isArray(draft.options) &&
    draft.options.every(
      (option) =>
        isRecord(option) &&
        [option.key, option.text, option.feedback].every((text) => typeof text === 'string') &&
        typeof option.isCorrect === 'boolean',
    )
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
