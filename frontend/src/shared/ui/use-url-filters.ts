import { PAGE_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Filters in the URL, so that they can be bookmarked, shared and navigated with Back. */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  // Changes made before the first one has rendered must include it.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  /** Empty values are removed from the URL. */
  const write = (entries: Partial<Record<string, string>>) => {
    const next = new URLSearchParams(latest.current)
    for (const [name, value = ''] of Object.entries(entries)) {
      if (value === '') next.delete(name)
      else next.set(name, value)
    }
    latest.current = next
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return {
    filters,
    write,
    setFilter: (name: Name, value: string) => write({ [name]: value }),
    clear: () => {
      latest.current = new URLSearchParams()
      setSearch({}, { replace: true })
    },
  }
}

/** Filters and the page of a list, in the URL. Another filter or page size returns to page 1. */
export function useUrlPages<Name extends string>(names: readonly Name[]) {
  const { filters, write, clear } = useUrlFilters(names)
  const [search] = useSearchParams()
  return {
    filters,
    page: integer(search.get('page'), 1, PAGE_MAX),
    pageSize: integer(search.get('pageSize'), PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX),
    setFilter: (name: Name, value: string) => write({ [name]: value, page: '' }),
    setPage: ({ page, pageSize }: { page: number; pageSize: number }) =>
      write({
        page: page === 1 ? '' : String(page),
        pageSize: pageSize === PAGE_SIZE_DEFAULT ? '' : String(pageSize),
      }),
    clear,
  }
}

function integer(text: string | null, fallback: number, most: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number <= most ? number : fallback
}
