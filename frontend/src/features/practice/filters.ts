import { useSearchParams } from 'react-router'

export const filterNames = ['learningPath', 'category', 'difficulty'] as const
export type Filters = Partial<Record<(typeof filterNames)[number], string>>

/** What to practise: it lives in the address, so that it can be kept, shared and gone back to. */
export function useFilters(): [Filters, (filters: Filters) => void] {
  const [search, setSearch] = useSearchParams()
  const filters: Filters = {}
  for (const name of filterNames) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  return [filters, (next) => setSearch(new URLSearchParams(next))]
}
