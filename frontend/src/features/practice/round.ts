import { useSearchParams } from 'react-router'
import { type Filters, filterNames } from './filters.ts'

export const modes = ['free', 'guided', 'review', 'mock'] as const
export type Mode = (typeof modes)[number]

/** What is practised, and how. It lives in the address, so that it can be kept, shared and gone back to. */
export interface Round {
  mode: Mode
  filters: Filters
  /** Whose day is practised in guided mode. */
  planId: string | null
}

export function useRound(): { round: Round; setFilters: (filters: Filters) => void } {
  const [search, setSearch] = useSearchParams()
  const planId = search.get('plan')
  const named = search.get('mode')
  const mode = planId ? 'guided' : (modes.find((mode) => mode === named && mode !== 'guided') ?? 'free')
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  return {
    round: { mode, filters, planId },
    setFilters: (next) => setSearch({ ...(mode !== 'free' && { mode }), ...next }),
  }
}

/** Filters choose among all questions; a plan and one's own mistakes have chosen already. */
export const isFiltered = ({ mode }: Round): boolean => mode === 'free' || mode === 'mock'

/** Plans and mistakes are a learner's; everything else a visitor may try. */
export const needsLearner = ({ mode }: Round): boolean => mode === 'guided' || mode === 'review'
