import type { Job } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Page } from '../../shared/ui/page.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import { FilterBar } from './filter-bar.tsx'
import { JobRow } from './job-row.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { libraryQuery } from './library-query.ts'
import { ListStates } from './list-states.tsx'

const names = ['type', 'level', 'searchTerm'] as const

/** Jobs that were posted here. Where there are none, it says so. */
export function Jobs() {
  const messages = useLibraryMessages()
  const words = messages.jobs
  const { filters, setFilter, clear } = useUrlFilters(names)
  const isFiltered = Object.keys(filters).length > 0
  const { data, error, refetch } = useQuery(libraryQuery<{ data: Job[] }>('/api/jobs', filters))
  const choices = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }))
  return (
    <Page title={words.title} lead={words.lead}>
      {(isFiltered || (data && data.data.length > 0)) && (
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
            { name: 'type', label: messages.type, all: messages.allTypes, choices: choices(words.types) },
            { name: 'level', label: words.level, all: words.allLevels, choices: choices(words.levels) },
          ]}
        />
      )}
      <ListStates
        items={data?.data}
        error={error}
        onRetry={() => void refetch()}
        isFiltered={isFiltered}
        onClear={clear}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
      >
        {(jobs) => (
          <ul className={`plain-list ${styles.list}`}>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        )}
      </ListStates>
    </Page>
  )
}
