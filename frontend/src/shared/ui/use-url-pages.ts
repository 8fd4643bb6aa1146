import { useSearchParams } from 'react-router'
import { useUrlFilters } from './use-url-filters.ts'

const DEFAULT_PAGE_SIZE = 10
/** The longest page that the server answers, and the last one. */
const LONGEST_PAGE = 100
const LAST_PAGE = 1_000_000

/** Filters and the page of a list, in the address. Another filter, or another page size, starts over at page 1. */
export function useUrlPages<Name extends string>(names: readonly Name[]) {
  const { filters, write, clear } = useUrlFilters(names)
  const [search] = useSearchParams()
  return {
    filters,
    page: wholeNumber(search.get('page'), 1, LAST_PAGE),
    pageSize: wholeNumber(search.get('pageSize'), DEFAULT_PAGE_SIZE, LONGEST_PAGE),
    setFilter: (name: Name, value: string) => write({ [name]: value, page: '' }),
    setPage: ({ page, pageSize }: { page: number; pageSize: number }) =>
      write({
        page: page === 1 ? '' : String(page),
        pageSize: pageSize === DEFAULT_PAGE_SIZE ? '' : String(pageSize),
      }),
    clear,
  }
}

function wholeNumber(text: string | null, fallback: number, most: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number <= most ? number : fallback
}
