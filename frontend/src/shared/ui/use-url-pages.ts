import { useSearchParams } from 'react-router'
import { useUrlFilters } from './use-url-filters.ts'

const DEFAULT_PAGE_SIZE = 10

/** Filters and the page of a list, in the address. Another filter, or another page size, starts over at page 1. */
export function useUrlPages<Name extends string>(names: readonly Name[]) {
  const { filters, clear } = useUrlFilters(names)
  const [search, setSearch] = useSearchParams()
  const write = (entries: Record<string, string>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(entries)) {
          if (value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    filters,
    page: positive(search.get('page'), 1),
    pageSize: positive(search.get('pageSize'), DEFAULT_PAGE_SIZE),
    setFilter: (name: Name, value: string) => write({ [name]: value, page: '' }),
    setPage: ({ page, pageSize }: { page: number; pageSize: number }) =>
      write({
        page: page === 1 ? '' : String(page),
        pageSize: pageSize === DEFAULT_PAGE_SIZE ? '' : String(pageSize),
      }),
    clear,
  }
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number <= 1_000_000 ? number : fallback
}
