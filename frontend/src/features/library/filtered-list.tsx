import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { type Chip, FilterChips } from '../../shared/ui/filter-chips.tsx'
import { LevelDots } from '../../shared/ui/level-dots.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import { type ListReply, libraryQuery } from './api.ts'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

/** The matching entries, below the filters. */
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
  /** Whether there is anything to filter. */
  hasBar?: boolean
  /** A note about the current selection. */
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
  /** The label for no selection. */
  all: string
  choices: readonly Chip[]
}

/** More choices than this would fill the screen as chips. */
const CHIPS_MAX = 20

/** Filters side by side, with the result count. */
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
  const messages = useLibraryMessages()
  return (
    <div className={styles.filters}>
      {search}
      {offers.map(({ name, label, all, choices }) =>
        choices.length > CHIPS_MAX ? (
          <SelectField
            key={name}
            label={label}
            value={filters[name] ?? ''}
            onChange={(event) => onChange(name, event.target.value)}
            choices={[
              { value: '', label: all },
              ...choices.map(({ value, label, count }) => ({
                value,
                label: count === undefined ? label : messages.counted(label, count),
              })),
            ]}
          />
        ) : (
          <FilterChips
            key={name}
            label={label}
            all={all}
            value={filters[name] ?? ''}
            choices={choices}
            onChange={(value) => onChange(name, value)}
          />
        ),
      )}
      <p role="status" data-numeric className={styles.found}>
        {found}
      </p>
    </div>
  )
}

/** A library list with a search and these filters, all in the URL. */
export function useFilteredList<const Path extends string, Name extends string>(
  path: Path,
  names: readonly Name[],
): FilteredListOf<ListReply<Path>, Name> {
  const { filters, setFilter, clear } = useUrlFilters<Name | 'searchTerm'>([...names, 'searchTerm'])
  const { data: reply, error, refetch } = useQuery(libraryQuery(path, filters))
  return { reply, error, refetch, filters, setFilter, clear, isFiltered: Object.keys(filters).length > 0 }
}

interface FilteredListOf<Reply, Name extends string>
  extends Pick<ReturnType<typeof useUrlFilters<Name | 'searchTerm'>>, 'filters' | 'setFilter' | 'clear'> {
  reply: Reply | undefined
  error: unknown
  refetch: () => unknown
  isFiltered: boolean
}

/** The distinct values of a field in all entries, sorted and counted, as filter options. */
const valuesOf = <Item,>(
  items: readonly Item[] | undefined,
  read: (item: Item) => readonly string[],
): Chip[] => {
  const values = items?.flatMap(read) ?? []
  return [...new Set(values)]
    .sort((one, other) => one.localeCompare(other))
    .map((value) => ({ value, label: value, count: values.filter((other) => other === value).length }))
}

/** Filters by category and by tag, with the values of all entries. */
export function useTopicOffers(
  entries: readonly { category: string; tags: readonly string[] }[] | undefined,
): { category: FilterOffer<'category'>; tag: FilterOffer<'tag'> } {
  const messages = useLibraryMessages()
  return {
    category: {
      name: 'category',
      label: messages.category,
      all: messages.allCategories,
      choices: valuesOf(entries, ({ category }) => [category]),
    },
    tag: {
      name: 'tag',
      label: messages.tag,
      all: messages.allTags,
      choices: valuesOf(entries, ({ tags }) => tags),
    },
  }
}

/** An entry of a list, linked to its page. */
export function EntryRow({
  to,
  title,
  text,
  level,
  tags,
}: {
  to: string
  title: string
  text: string
  level?: 'beginner' | 'intermediate' | 'advanced'
  tags: readonly string[]
}) {
  return (
    <li className={styles.row}>
      <h2 dir="auto">
        <Link to={to}>{title}</Link>
      </h2>
      <p dir="auto" className={styles.text}>
        {text}
      </p>
      <p className={styles.tags}>
        {level && <LevelDots level={level} />}
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </p>
    </li>
  )
}

/** The list, or its state: loading, failed, empty, or without a match. */
export function ListStates<Item>({
  items,
  error,
  onRetry,
  isFiltered = false,
  onClear,
  empty,
  children,
}: {
  items: readonly Item[] | undefined
  error: unknown
  onRetry: () => void
  isFiltered?: boolean
  onClear?: () => void
  /** A custom text for a list without entries. */
  empty?: { title: string; text: string } | undefined
  children: (items: readonly Item[]) => ReactNode
}) {
  const messages = useLibraryMessages()
  if (!items)
    return error ? <LoadFailed error={error} onRetry={onRetry} /> : <Skeleton heights={[6, 6, 6, 6]} />
  if (items.length > 0) return children(items)
  if (isFiltered) {
    return (
      <EmptyState
        title={messages.noMatchTitle}
        text={messages.noMatchText}
        action={
          <Button variant="primary" onClick={onClear}>
            {messages.showAll}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title={empty?.title ?? messages.emptyTitle}
      text={empty?.text ?? messages.emptyText}
      action={
        <ButtonLink to="/questions" variant="primary">
          {messages.toPractice}
        </ButtonLink>
      }
    />
  )
}

/** A link to another site; only http and https URLs are ever stored. */
export function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  const messages = useLibraryMessages()
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children} <ExternalLink aria-hidden size={14} />
      <span className="visually-hidden"> ({messages.elsewhere})</span>
    </a>
  )
}
