import type { OwnReport, ownReportListReply } from '@rehearse/contracts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useOwnReportMessages } from './own-report-messages.ts'
import styles from './own-reports.module.css'

const ownReportsQuery = (uid: string, query: { page: number; pageSize: number }) =>
  queryOptions({
    queryKey: ['account', uid, 'reports', query],
    queryFn: ({ signal }) =>
      learnerApi.get<Reply<typeof ownReportListReply>>('/api/questions/reports', { query, signal }),
    placeholderData: keepPreviousData,
  })

/** What a learner said is wrong with questions, and the answers to it. */
export function OwnReports() {
  const messages = useOwnReportMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <List uid={uid} />}
    </LearnerOnly>
  )
}

function List({ uid }: { uid: string }) {
  const messages = useOwnReportMessages()
  const [span, setSpan] = useState({ page: 1, pageSize: 10 })
  const { data, error, refetch } = useQuery(ownReportsQuery(uid, span))
  return (
    <Page title={messages.title} lead={messages.lead}>
      {!data && !error && <Skeleton heights={[8, 8]} />}
      {!data && error && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data?.data.length === 0 && (
        <EmptyState
          title={messages.empty}
          text={messages.emptyText}
          action={<ButtonLink to="/questions">{messages.practise}</ButtonLink>}
        />
      )}
      {data && data.data.length > 0 && (
        <>
          <ul className={`plain-list ${styles.list}`}>
            {data.data.map((report) => (
              <Report key={report.id} report={report} />
            ))}
          </ul>
          <Pagination pagination={data.pagination} showing={messages.showing} onChange={setSpan} />
        </>
      )}
    </Page>
  )
}

function Report({ report }: { report: OwnReport }) {
  const messages = useOwnReportMessages()
  const format = useFormat()
  return (
    <li className={styles.report}>
      <h2 dir="auto">
        {report.questionTitle === null ? messages.erasedQuestion : <InlineCode text={report.questionTitle} />}
      </h2>
      <p className={styles.quiet}>
        {messages.reportedOn(format.date(report.createdAt))}{' '}
        <Tag tone={report.state === 'resolved' ? 'ok' : 'quiet'}>{messages.states[report.state]}</Tag>
      </p>
      <dl className={styles.words}>
        <dt>{messages.yours}</dt>
        <dd dir="auto">{report.text}</dd>
        {report.answer !== null && (
          <>
            <dt>{messages.answer}</dt>
            <dd dir="auto">{report.answer}</dd>
          </>
        )}
      </dl>
    </li>
  )
}
