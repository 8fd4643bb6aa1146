import { useSearchParams } from 'react-router'

export const modes = ['free', 'guided', 'review', 'bookmarks', 'one', 'list', 'mock', 'step'] as const
export type Mode = (typeof modes)[number]

/** What is practiced, and how. It lives in the address, so that it can be kept, shared and gone back to. */
export interface SessionSettings {
  mode: Mode
  filters: Filters
  /** Whose day is practiced in guided mode. */
  planId: string | null
  /** The only question of a run of one. */
  questionId: string | null
  /** The curated list whose questions are practiced. */
  listId: string | null
  /** The step of the learning path in the filters. */
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

/** Those that need an id go by the id. */
const namedMode = (name: string | null): Mode =>
  modes.find((mode) => mode === name && !needId.has(mode)) ?? 'free'

const needId: ReadonlySet<Mode> = new Set(['guided', 'one', 'list', 'step'])

/** Filters choose among all questions; a plan, one's own mistakes and bookmarks have chosen already. */
export const isFiltered = ({ mode }: SessionSettings): boolean => mode === 'free' || mode === 'mock'

/** Plans, mistakes and bookmarks are a learner's; everything else a visitor may try. */
export const needsLearner = ({ mode }: SessionSettings): boolean =>
  mode === 'guided' || mode === 'review' || mode === 'bookmarks'

const filterNames = ['learningPath', 'category', 'difficulty'] as const

/** Which questions are practiced. */
export type Filters = Partial<Record<(typeof filterNames)[number], string>>
