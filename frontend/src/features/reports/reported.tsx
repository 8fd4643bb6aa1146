import type { QuestionReport } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useUrlPages } from '../../shared/ui/use-url-pages.ts'
import { useReportMessages } from './report-messages.ts'
import { reportedQuery } from './report-queries.ts'
import { ReportedCard } from './reported-card.tsx'
import styles from './reports.module.css'
import { ReportsPage } from './reports-page.tsx'

const states = ['open', 'resolved', 'dismissed', 'all'] as const satisfies (QuestionReport['state'] | 'all')[]

/** What learners say is wrong with questions, newest first: to read, to mend, to answer. */
export function Reported() {
  const messages = useReportMessages()
  const { filters, page, pageSize, setFilter, setPage } = useUrlPages(['state'] as const)
  const state = states.find((name) => name === filters.state) ?? 'open'
  const { data, error, refetch } = useQuery(
    reportedQuery({ page, pageSize, ...(state !== 'all' && { state }) }),
  )
  return (
    <ReportsPage>
      <div className={styles.bar}>
        <SelectField
          label={messages.state}
          hint={messages.reportedLead}
          value={state}
          onChange={({ target }) => setFilter('state', target.value === 'open' ? '' : target.value)}
          choices={states.map((value) => ({ value, label: messages.states[value] }))}
        />
      </div>
      {!data && !error && <Skeleton heights={[8, 8]} />}
      {!data && error && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data?.data.length === 0 && (
        <EmptyState title={state === 'open' ? messages.reportedEmpty.open : messages.reportedEmpty.other} />
      )}
      {data && data.data.length > 0 && (
        <>
          <ul className={`plain-list ${styles.reported}`}>
            {data.data.map((report) => (
              <ReportedCard key={report.id} report={report} />
            ))}
          </ul>
          <Pagination pagination={data.pagination} showing={messages.showing} onChange={setPage} />
        </>
      )}
    </ReportsPage>
  )
}
