import type { CheatSheet as SheetEntry } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../shared/ui/page.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import { CheatSheet } from './cheat-sheet.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { libraryQuery } from './library-query.ts'
import { ListStates } from './list-states.tsx'
import { valuesOf } from './values-of.ts'

const names = ['category', 'tag', 'searchTerm'] as const

/** All cheat sheets on one page, to be looked things up in. */
export function CheatSheets() {
  const messages = useLibraryMessages()
  const { filters, setFilter, clear } = useUrlFilters(names)
  const { data, error, refetch } = useQuery(libraryQuery<{ data: SheetEntry[] }>('/api/cheatsheets', filters))
  const { data: all } = useQuery(libraryQuery<{ data: SheetEntry[] }>('/api/cheatsheets'))
  return (
    <Page title={messages.cheatSheets.title} lead={messages.cheatSheets.lead}>
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
        found={data ? messages.found(data.data.length) : ''}
        offers={[
          {
            name: 'category',
            label: messages.category,
            all: messages.allCategories,
            choices: valuesOf(all?.data, (sheet) => [sheet.category]),
          },
          {
            name: 'tag',
            label: messages.tag,
            all: messages.allTags,
            choices: valuesOf(all?.data, (sheet) => sheet.tags),
          },
        ]}
      />
      <ListStates
        items={data?.data}
        error={error}
        onRetry={() => void refetch()}
        isFiltered={Object.keys(filters).length > 0}
        onClear={clear}
      >
        {(sheets) => (
          <div className={styles.reading}>
            <div>
              {sheets.map((sheet) => (
                <CheatSheet key={sheet.id} sheet={sheet} />
              ))}
            </div>
            <nav aria-label={messages.cheatSheets.contents} className={styles.aside}>
              <h2>{messages.cheatSheets.contents}</h2>
              <ul className={styles.contents}>
                {sheets.map(({ id, title }) => (
                  <li key={id} dir="auto">
                    <a href={`#${id}`}>{title}</a>
                  </li>
                ))}
              </ul>
            </nav>
          </div>
        )}
      </ListStates>
    </Page>
  )
}
