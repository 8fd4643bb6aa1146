import { useQuery } from '@tanstack/react-query'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import { libraryQuery } from './library-query.ts'

/** A list of the library, narrowed by a search and by these filters, all of which stand in the address. */
export function useFilteredList<Reply extends { data: readonly unknown[] }, Name extends string>(
  path: string,
  names: readonly Name[],
) {
  const { filters, setFilter, clear } = useUrlFilters<Name | 'searchTerm'>([...names, 'searchTerm'])
  const { data: reply, error, refetch } = useQuery(libraryQuery<Reply>(path, filters))
  return { reply, error, refetch, filters, setFilter, clear, isFiltered: Object.keys(filters).length > 0 }
}

export type FilteredListOf<Reply extends { data: readonly unknown[] }, Name extends string> = ReturnType<
  typeof useFilteredList<Reply, Name>
>
