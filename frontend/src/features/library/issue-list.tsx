import type { BuiltInIssue, IssueResource, issueListReply } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { ColouredTag } from './coloured-tag.tsx'
import { issueColor } from './issue-colors.ts'
import styles from './library.module.css'
import { useLibraryMessages } from './library-messages.ts'
import { libraryQuery } from './library-query.ts'
import { OutsideLink } from './outside-link.tsx'

/** Issues of a public repository as a reading list; the built-in one where they can't be read. */
export function IssueList() {
  const { resources: words } = useLibraryMessages()
  const format = useFormat()
  const { data, error, refetch } = useQuery(
    libraryQuery<Reply<typeof issueListReply>>('/api/resources/issues'),
  )
  return (
    <section aria-labelledby="issues" className={styles.issues}>
      <h2 id="issues">{words.issuesTitle}</h2>
      {!data && error && (
        <LoadFailed title={words.issuesFailed} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton heights={[6, 10]} />}
      {data && (
        <>
          <p className={styles.text}>{data.stats.isMockData ? words.mockLead : words.issuesLead}</p>
          <Figures>
            <Figure label={words.total} value={format.number(data.stats.total)} />
            <Figure label={words.open} value={format.number(data.stats.open)} />
            <Figure label={words.closed} value={format.number(data.stats.closed)} />
          </Figures>
          {data.stats.isMockData ? (
            <Issues title={words.allList} issues={data.data} />
          ) : (
            <>
              <Issues title={words.openList} issues={data.stats.openResources} />
              <Issues title={words.closedList} issues={data.stats.closedResources} />
            </>
          )}
          {data.fetchedAt && <p className={styles.quiet}>{words.asOf(format.moment(data.fetchedAt))}</p>}
        </>
      )}
    </section>
  )
}

type Issue = IssueResource | BuiltInIssue

function Issues({ title, issues }: { title: string; issues: readonly Issue[] }) {
  const { resources: words } = useLibraryMessages()
  return (
    <details className={styles.fold}>
      <summary>
        {title} ({issues.length})
      </summary>
      {issues.length === 0 && <p className={styles.quiet}>{words.none}</p>}
      <ul className={`plain-list ${styles.tight}`}>
        {issues.map((issue) => (
          <li key={issue.id} className={styles.issue}>
            <span dir="auto">
              <OutsideLink to={'url' in issue ? issue.url : issue.html_url}>{issue.title}</OutsideLink>
            </span>
            {'url' in issue ? (
              <ColouredTag color={issueColor(issue.category)}>{issue.category}</ColouredTag>
            ) : (
              <span className={styles.tags}>
                <Tag>{words.state[issue.state]}</Tag>
                <Tag>{words.priority[issue.priority]}</Tag>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
