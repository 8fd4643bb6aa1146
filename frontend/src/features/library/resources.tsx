import type { Resource } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Page } from '../../shared/ui/page.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import { IssueList } from './issue-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { libraryQuery } from './library-query.ts'
import { ListStates } from './list-states.tsx'
import { type ResourceCategory, ResourceRow } from './resource-row.tsx'

const names = ['category', 'type', 'difficulty', 'searchTerm'] as const
const levels = ['beginner', 'intermediate', 'advanced'] as const

/** What is worth reading, watching or using elsewhere, and the reading list of a public repository. */
export function Resources() {
  const { difficulty } = useMessages()
  const messages = useLibraryMessages()
  const words = messages.resources
  const { filters, setFilter, clear } = useUrlFilters(names)
  const { data, error, refetch } = useQuery(
    libraryQuery<{ data: Resource[]; categories: ResourceCategory[] }>('/api/resources', filters),
  )
  const categories = new Map(data?.categories.map((category) => [category.id, category]))
  const chosen = categories.get(filters.category ?? '')
  return (
    <Page title={words.title} lead={words.lead}>
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
            choices: [...categories.values()].map(({ id, name, count }) => ({
              value: id,
              label: `${name} (${count})`,
            })),
          },
          {
            name: 'type',
            label: messages.type,
            all: messages.allTypes,
            choices: Object.entries(words.types).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'difficulty',
            label: messages.difficulty,
            all: difficulty.all,
            choices: levels.map((level) => ({ value: level, label: difficulty[level] })),
          },
        ]}
      />
      {chosen && (
        <p dir="auto" className={styles.text}>
          {chosen.description}
        </p>
      )}
      <ListStates
        items={data?.data}
        error={error}
        onRetry={() => void refetch()}
        isFiltered={Object.keys(filters).length > 0}
        onClear={clear}
      >
        {(resources) => (
          <ul className={`plain-list ${styles.list}`}>
            {resources.map((resource) => (
              <ResourceRow
                key={resource.id}
                resource={resource}
                category={categories.get(resource.category)}
              />
            ))}
          </ul>
        )}
      </ListStates>
      <IssueList />
    </Page>
  )
}
