import { useSearchParams } from 'react-router'

export const modes = [
  'free',
  'guided',
  'review',
  'bookmarks',
  'one',
  'list',
  'mock',
  'step',
  'interview',
] as const
export type Mode = (typeof modes)[number]

/** What is practiced, and how. Stored in the URL, so that it can be bookmarked, shared and navigated with Back. */
export interface SessionSettings {
  mode: Mode
  filters: Filters
  /** The plan whose day is practiced in guided mode. */
  planId: string | null
  /** The question of a single-question session, or several, separated by commas. */
  questionId: string | null
  /** The curated list whose questions are practiced. */
  listId: string | null
  /** The step of the learning path named in the filters. */
  stepId: string | null
}

export function useSessionSettings(): { settings: SessionSettings; setFilters: (filters: Filters) => void } {
  const [search, setSearch] = useSearchParams()
  const planId = search.get('plan')
  const questionId = search.get('question')
  const listId = search.get('list')
  const stepId = search.get('step')
  const mode = planId
    ? 'guided'
    : questionId
      ? 'one'
      : listId
        ? 'list'
        : stepId
          ? 'step'
          : namedMode(search.get('mode'))
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  return {
    settings: { mode, filters, planId, questionId, listId, stepId },
    setFilters: (next) => setSearch({ ...(mode !== 'free' && { mode }), ...next }),
  }
}

/** Modes that need an id are recognized by the id. */
const namedMode = (name: string | null): Mode =>
  modes.find((mode) => mode === name && !needId.has(mode)) ?? 'free'

const needId: ReadonlySet<Mode> = new Set(['guided', 'one', 'list', 'step'])

/** Filters select from all questions; plans, mistakes and bookmarks are fixed selections. */
export const isFiltered = ({ mode }: SessionSettings): boolean => mode === 'free' || mode === 'mock'

/** Plans, mistakes, bookmarks and an interview need an account; a visitor can use all other modes. */
export const needsLearner = ({ mode }: SessionSettings): boolean =>
  mode === 'guided' || mode === 'review' || mode === 'bookmarks' || mode === 'interview'

const filterNames = ['learningPath', 'category', 'difficulty'] as const

/** Which questions are practiced. */
export type Filters = Partial<Record<(typeof filterNames)[number], string>>
