import type { ReactNode } from 'react'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { FilterBar, type FilterOffer } from './filter-bar.tsx'
import { useLibraryMessages } from './library-messages.ts'
import { ListStates } from './list-states.tsx'
import type { FilteredListOf } from './use-filtered-list.ts'

/** The entries that were found, and above them what narrows them. */
export function FilteredList<Item, Name extends string>({
  list,
  offers,
  hasBar = true,
  about,
  empty,
  children,
}: {
  list: FilteredListOf<{ data: readonly Item[] }, Name>
  offers: readonly FilterOffer<Name>[]
  /** Whether there is anything to narrow. */
  hasBar?: boolean
  /** What is to be said of what was chosen. */
  about?: ReactNode
  empty?: { title: string; text: string } | undefined
  children: (items: readonly Item[]) => ReactNode
}) {
  const messages = useLibraryMessages()
  const { reply, error, refetch, filters, setFilter, clear, isFiltered } = list
  return (
    <>
      {hasBar && (
        <FilterBar
          search={
            <SearchBox
              label={messages.search}
              value={filters.searchTerm ?? ''}
              onSearch={(term) => setFilter('searchTerm', term)}
            />
          }
          filters={filters}
          onChange={setFilter}
          found={reply ? messages.found(reply.data.length) : ''}
          offers={offers}
        />
      )}
      {about}
      <ListStates
        items={reply?.data}
        error={error}
        onRetry={() => void refetch()}
        isFiltered={isFiltered}
        onClear={clear}
        empty={empty}
      >
        {children}
      </ListStates>
    </>
  )
}
