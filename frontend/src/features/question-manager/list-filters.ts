import { useSearchParams } from 'react-router'

const DEFAULT_PAGE_SIZE = 10
export const filterNames = ['search', 'category', 'difficulty', 'learningPath', 'topic'] as const

export type QuestionFilters = Partial<Record<(typeof filterNames)[number], string>>
export type ListFilters = QuestionFilters & { page: number; pageSize: number }

/** What the list shows: it lives in the address. A change of filter starts over at page 1. */
export function useListFilters() {
  const [search, setSearch] = useSearchParams()
  const filters: ListFilters = {
    page: positive(search.get('page'), 1),
    pageSize: positive(search.get('pageSize'), DEFAULT_PAGE_SIZE),
  }
  for (const name of filterNames) {
    const value = search.get(name)
    if (value) filters[name] = value
  }

  const write = (next: ListFilters) => {
    const params = new URLSearchParams()
    for (const name of filterNames) if (next[name]) params.set(name, next[name])
    if (next.page !== 1) params.set('page', String(next.page))
    if (next.pageSize !== DEFAULT_PAGE_SIZE) params.set('pageSize', String(next.pageSize))
    setSearch(params)
  }
  return {
    filters,
    setFilters: (chosen: QuestionFilters) => write({ ...chosen, page: 1, pageSize: filters.pageSize }),
    setPage: (to: { page: number; pageSize: number }) => write({ ...filters, ...to }),
  }
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? Math.min(number, 1_000_000) : fallback
}
