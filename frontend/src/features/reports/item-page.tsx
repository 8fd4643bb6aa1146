import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ItemVersion } from './item-version.tsx'
import { Regrade } from './regrade.tsx'
import { useReportMessages } from './report-messages.ts'
import { itemStatisticsQuery, shownQuestionQuery } from './report-queries.ts'
import styles from './reports.module.css'

/** How one question does, version by version, and the place where its key is corrected. */
export function ItemPage() {
  const messages = useReportMessages()
  const { id = '' } = useParams()
  const { data: item, error, refetch } = useQuery(itemStatisticsQuery(id))
  const { data: question } = useQuery(shownQuestionQuery(id))
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  const texts = new Map(question?.options.map((option) => [option.id, option.text]))
  return (
    <Page
      title={item?.title ?? messages.questionsView}
      lead={
        <Link to="/admin/reports/questions" className={styles.back}>
          {messages.itemBack}
        </Link>
      }
      heading={item?.title ?? messages.questionsView}
      actions={
        question && (
          <ButtonLink to={`/admin/questions/unified?open=edit:${id}`} variant="primary">
            {messages.edit}
          </ButtonLink>
        )
      }
    >
      {!item && !error && <Skeleton heights={[10, 10]} />}
      {!item && isMissing && <Alert tone="error">{messages.itemMissing}</Alert>}
      {!item && error && !isMissing && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {item && (
        <>
          {question && (
            <div className={styles.content}>
              <Markdown text={question.content} />
            </div>
          )}
          <section aria-labelledby="versions" className={styles.section}>
            <h2 id="versions">{messages.versions}</h2>
            <p className={styles.quiet}>
              {messages.itemsLead} {messages.discriminationHint}
            </p>
            {item.versions.map((version) => (
              <ItemVersion key={version.version} version={version} texts={texts} />
            ))}
          </section>
          <Regrade id={id} versions={item.versions.map(({ version }) => version)} />
        </>
      )}
    </Page>
  )
}
