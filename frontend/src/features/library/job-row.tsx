import type { Job } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { OutsideLink } from './outside-link.tsx'

export function JobRow({ job }: { job: Job }) {
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
