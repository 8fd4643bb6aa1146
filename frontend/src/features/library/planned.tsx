import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { libraryQuery } from './api.ts'
import styles from './library.module.css'
import { useLibraryMessages } from './messages.en.ts'

/** A page that isn't built yet: describes the plan for it. */
export function Planned() {
  const messages = useLibraryMessages()
  const words = messages.planned
  const { pathname } = useLocation()
  const query = useQuery(libraryQuery('/api/features/planned'))
  const { data } = query
  const address = pathname.replace(/\/$/, '')
  const feature = data?.data.find(({ url }) => url === address)
  const others = data?.data.filter(({ url }) => url !== address) ?? []
  return (
    <Page
      title={feature?.title ?? words.label}
      lead={words.lead}
      actions={
        <ButtonLink to="/questions" variant="primary">
          {messages.toPractice}
        </ButtonLink>
      }
    >
      <Loading query={query} heights={[4, 12]} />
      {feature && (
        <div className={styles.plan}>
          <p dir="auto">{feature.description}</p>
          <p className={styles.tags}>
            <Tag>{words.label}</Tag>
            <Tag>{feature.section}</Tag>
            <Tag>{words.priority[feature.priority]}</Tag>
          </p>
        </div>
      )}
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">{words.others}</h2>
          <ul className={`plain-list ${styles.tight}`}>
            {others.map(({ id, title, description, url }) => (
              <li key={id} className={styles.issue}>
                <span dir="auto">{url ? <Link to={url}>{title}</Link> : title}</span>
                <span dir="auto" className={styles.quiet}>
                  {description}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  )
}
