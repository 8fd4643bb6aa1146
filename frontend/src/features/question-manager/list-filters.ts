import { useSearchParams } from 'react-router'

const DEFAULT_PAGE_SIZE = 10
export const filterNames = ['search', 'category', 'difficulty', 'learningPath', 'topic', 'status'] as const

export type QuestionFilters = Partial<Record<(typeof filterNames)[number], string>>
const sortColumns = ['title', 'usageCount', 'updatedAt', 'createdAt'] as const
export interface Sort {
  by: (typeof sortColumns)[number]
  direction: 'asc' | 'desc'
}
export type ListFilters = QuestionFilters & { page: number; pageSize: number; sort: Sort }

/** The newest questions first, until somebody wants another order. */
const newest: Sort = { by: 'createdAt', direction: 'desc' }

/** What the list shows: it lives in the address. A change of filter or order starts over at page 1. */
export function useListFilters() {
  const [search, setSearch] = useSearchParams()
  const filters: ListFilters = {
    page: positive(search.get('page'), 1),
    pageSize: positive(search.get('pageSize'), DEFAULT_PAGE_SIZE),
    sort: readSort(search.get('sort')),
  }
  for (const name of filterNames) {
    const value = search.get(name)
    if (value) filters[name] = value
  }

  const write = (next: ListFilters) =>
    setSearch((before) => {
      const params = new URLSearchParams(before)
      const set = (name: string, value: string | undefined) =>
        value ? params.set(name, value) : params.delete(name)
      for (const name of filterNames) set(name, next[name])
      set('sort', printSort(next.sort))
      set('page', next.page === 1 ? '' : String(next.page))
      set('pageSize', next.pageSize === DEFAULT_PAGE_SIZE ? '' : String(next.pageSize))
      return params
    })
  const { pageSize, sort } = filters
  return {
    filters,
    setFilters: (chosen: QuestionFilters) => write({ ...chosen, page: 1, pageSize, sort }),
    setSort: (chosen: Sort) => write({ ...filters, page: 1, sort: chosen }),
    setPage: (to: { page: number; pageSize: number }) => write({ ...filters, ...to }),
  }
}

/** `title`, or `-title` for the other way round. */
function readSort(text: string | null): Sort {
  const name = text?.replace(/^-/, '')
  const by = sortColumns.find((column) => column === name)
  return by ? { by, direction: text?.startsWith('-') ? 'desc' : 'asc' } : newest
}

function printSort({ by, direction }: Sort): string {
  if (by === newest.by && direction === newest.direction) return ''
  return direction === 'desc' ? `-${by}` : by
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? Math.min(number, 1_000_000) : fallback
}
