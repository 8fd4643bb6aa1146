import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { libraryQuery } from './api.ts'
import { ListStates } from './filtered-list.tsx'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

/** The preparation guides. */
export function Guides() {
  const messages = useLibraryMessages()
  const { data, error, refetch } = useQuery(libraryQuery('/api/guides'))
  return (
    <Page title={messages.guides.title} lead={messages.guides.lead}>
      <ListStates items={data?.data} error={error} onRetry={() => void refetch()}>
        {(guides) => (
          <ul className={`plain-list ${styles.list}`}>
            {guides.map((guide) => (
              <li key={guide.id} className={styles.row}>
                <h2 dir="auto">
                  <Link to={`/preparation-guides/${guide.id}`}>{guide.title}</Link>
                </h2>
                <p dir="auto" className={styles.text}>
                  {guide.description}
                </p>
                <p className={styles.tags}>
                  <Tag>{messages.guides.levels[guide.difficulty]}</Tag>
                  <Tag>{messages.minutes(guide.estimatedTime)}</Tag>
                  <Tag>{messages.guides.sections(guide.sections.length)}</Tag>
                </p>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Page>
  )
}
