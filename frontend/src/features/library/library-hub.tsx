import type { SearchEntry } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { searchIndexQuery } from '../../shared/api/search-index.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { ListStates } from './filtered-list.tsx'
import styles from './library-hub.module.css'
import { useLibraryMessages } from './messages.en.ts'

/** Everything to read, by kind: the first few of each, with a link to all. */
export function LibraryHub() {
  const { nav } = useMessages()
  const messages = useLibraryMessages()
  const { data, error, refetch } = useQuery(searchIndexQuery)
  return (
    <Page title={nav.library} lead={messages.hub.lead}>
      <ListStates items={data} error={error} onRetry={() => void refetch()}>
        {(entries) => (
          <div className={styles.shelves}>
            {librarySections.map(({ kind, to, words }) => {
              const found = entries.filter((entry) => entry.kind === kind)
              return found.length === 0 ? null : (
                <LibrarySection key={kind} to={to} words={messages[words]} entries={found} />
              )
            })}
          </div>
        )}
      </ListStates>
    </Page>
  )
}

const librarySections = [
  { kind: 'guide', to: '/preparation-guides', words: 'guides' },
  { kind: 'cheatsheet', to: '/cheatsheet', words: 'cheatSheets' },
  { kind: 'article', to: '/articles', words: 'articles' },
  { kind: 'resource', to: '/resources', words: 'resources' },
  { kind: 'job', to: '/jobs', words: 'jobs' },
] as const

type LibrarySection = (typeof librarySections)[number]['to']

const SHOWN = 5

function LibrarySection({
  to,
  words,
  entries,
}: {
  to: LibrarySection
  words: { title: string; lead: string }
  entries: readonly SearchEntry[]
}) {
  const { hub } = useLibraryMessages()
  return (
    <section aria-labelledby={to} className={styles.shelf}>
      <h2 id={to}>
        <Link to={to} className={styles.title ?? ''}>
          {words.title}
        </Link>
      </h2>
      <p className={styles.lead}>{words.lead}</p>
      <ul className={`plain-list ${styles.entries}`}>
        {entries.slice(0, SHOWN).map(({ id, title }) => (
          <li key={id}>
            <Link to={addressIn(to, { id, title })} dir="auto">
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink to={to} size="small">
        {hub.all(entries.length)}
        <span className="visually-hidden">: {words.title}</span>
      </ButtonLink>
    </section>
  )
}

/** Resources and jobs have no page of their own: the URL filters the list. */
const addressIn = (to: LibrarySection, { id, title }: Pick<SearchEntry, 'id' | 'title'>): string =>
  to === '/resources' || to === '/jobs' ? `${to}?searchTerm=${encodeURIComponent(title)}` : `${to}/${id}`
