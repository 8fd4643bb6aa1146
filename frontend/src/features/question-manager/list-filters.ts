import { PAGE_MAX, PAGE_SIZE_DEFAULT } from '@rehearse/contracts/constants'
import { useSearchParams } from 'react-router'
import { printSort, readSort, type Sort } from '../../shared/ui/list-table.tsx'

export const filterNames = [
  'search',
  'category',
  'difficulty',
  'learningPath',
  'topic',
  'sectionId',
  'status',
] as const

export type QuestionFilters = Partial<Record<(typeof filterNames)[number], string>>
const sortColumns = [
  'title',
  'status',
  'category',
  'difficulty',
  'learningPath',
  'points',
  'type',
  'usageCount',
  'updatedAt',
  'createdAt',
] as const
export type SortColumn = (typeof sortColumns)[number]
export type ListFilters = QuestionFilters & { page: number; pageSize: number; sort: Sort<SortColumn> }

/** The default order: newest questions first. */
export const newestFirst: Sort<SortColumn> = { by: 'createdAt', direction: 'desc' }

/** What the list shows: it lives in the address. A change of filter or order starts over at page 1. */
export function useListFilters() {
  const [search, setSearch] = useSearchParams()
  const filters: ListFilters = {
    page: positive(search.get('page'), 1),
    pageSize: positive(search.get('pageSize'), PAGE_SIZE_DEFAULT),
    sort: readSort(search.get('sort'), sortColumns, newestFirst),
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
      set('sort', printSort(next.sort, newestFirst))
      set('page', next.page === 1 ? '' : String(next.page))
      set('pageSize', next.pageSize === PAGE_SIZE_DEFAULT ? '' : String(next.pageSize))
      return params
    })
  const { pageSize, sort } = filters
  return {
    filters,
    setFilters: (chosen: QuestionFilters) => write({ ...chosen, page: 1, pageSize, sort }),
    setSort: (chosen: Sort<SortColumn>) => write({ ...filters, page: 1, sort: chosen }),
    setPage: (to: { page: number; pageSize: number }) => write({ ...filters, ...to }),
  }
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? Math.min(number, PAGE_MAX) : fallback
}
