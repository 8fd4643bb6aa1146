import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** Filters that live in the address, so that a choice can be kept, shared and gone back to. */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  // A second choice may come before the first is drawn: it adds to it.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  /** Empty values leave the address. */
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
