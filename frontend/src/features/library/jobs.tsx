import type { Job } from '@rehearse/contracts'
import { Page } from '../../shared/ui/page.tsx'
import { FilteredList } from './filtered-list.tsx'
import { JobRow } from './job-row.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { useFilteredList } from './use-filtered-list.ts'

const names = ['type', 'level'] as const
type Filter = (typeof names)[number]

/** Jobs that were posted here. Where there are none, it says so. */
export function Jobs() {
  const messages = useLibraryMessages()
  const words = messages.jobs
  const list = useFilteredList<{ data: Job[] }, Filter>('/api/jobs', names)
  const choices = (labels: Record<string, string>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }))
  return (
    <Page title={words.title} lead={words.lead}>
      <FilteredList
        list={list}
        hasBar={list.isFiltered || (list.reply?.data.length ?? 0) > 0}
        offers={[
          { name: 'type', label: messages.type, all: messages.allTypes, choices: choices(words.types) },
          { name: 'level', label: words.level, all: words.allLevels, choices: choices(words.levels) },
        ]}
        empty={{ title: words.emptyTitle, text: words.emptyText }}
      >
        {(jobs) => (
          <ul className={`plain-list ${styles.list}`}>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        )}
      </FilteredList>
    </Page>
  )
}
