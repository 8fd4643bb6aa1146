import type { Job } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { FilteredList, OutsideLink, useFilteredList } from './filtered-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

const names = ['type', 'level'] as const

/** Jobs posted here, or a note that there are none. */
export function Jobs() {
  const messages = useLibraryMessages()
  const words = messages.jobs
  const list = useFilteredList('/api/jobs', names)
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

function JobRow({ job }: { job: Job }) {
  const { jobs: words } = useLibraryMessages()
  const format = useFormat()
  return (
    <li className={styles.row}>
      <h2 dir="auto">
        <OutsideLink to={job.url}>{job.title}</OutsideLink>
      </h2>
      <p dir="auto" className={styles.text}>
        {job.company} · {job.location}
        {job.salary && ` · ${job.salary}`}
      </p>
      <p className={styles.tags}>
        <Tag>{words.types[job.type]}</Tag>
        {job.level && <Tag>{words.levels[job.level]}</Tag>}
        {job.remote && <Tag>{words.remote}</Tag>}
        {job.skills.map((skill) => (
          <Tag key={skill}>{skill}</Tag>
        ))}
      </p>
      <Markdown text={job.description} />
      <p className={styles.quiet}>
        {words.posted(format.day(job.postedOn))}
        {job.closesOn && ` · ${words.closes(format.day(job.closesOn))}`}
      </p>
    </li>
  )
}
