import type { ReactNode } from 'react'
import { type Choice, SelectField } from '../../shared/ui/fields.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import styles from './library.module.css'
import { ListStates } from './list-states.tsx'
import { useLibraryMessages } from './messages.en.ts'
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

interface FilterOffer<Name extends string> {
  name: Name
  label: string
  /** What choosing nothing is called. */
  all: string
  choices: readonly Choice[]
}

/** Choices side by side, and beside them what was found. */
function FilterBar<Name extends string>({
  offers,
  filters,
  onChange,
  search,
  found,
}: {
  offers: readonly FilterOffer<Name>[]
  filters: Partial<Record<Name, string>>
  onChange: (name: Name, value: string) => void
  search?: ReactNode
  found: string
}) {
  return (
    <div className={styles.filters}>
      {search}
      {offers.map(({ name, label, all, choices }) => (
        <SelectField
          key={name}
          label={label}
          value={filters[name] ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
          choices={[{ value: '', label: all }, ...choices]}
        />
      ))}
      <p role="status" data-numeric className={styles.found}>
        {found}
      </p>
    </div>
  )
}
