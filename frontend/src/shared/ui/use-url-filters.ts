import { useSearchParams } from 'react-router'

/** Filters that live in the address, so that a choice can be kept, shared and gone back to. */
export function useUrlFilters<Name extends string>(names: readonly Name[]) {
  const [search, setSearch] = useSearchParams()
  const filters: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  const setFilter = (name: Name, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return { filters, setFilter, clear: () => setSearch({}, { replace: true }) }
}
