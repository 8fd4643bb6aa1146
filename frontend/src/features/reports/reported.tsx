import type { QuestionReport, SettleReportInput } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { adminApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField, TextAreaField } from '../../shared/ui/fields.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import { reportedQuery } from './api.ts'
import { useReportMessages } from './messages.en.ts'
import styles from './reports.module.css'
import { ReportsPage } from './reports-page.tsx'

const states = ['open', 'resolved', 'dismissed', 'all'] as const satisfies (QuestionReport['state'] | 'all')[]

/** Problems with questions that learners have reported, newest first: read, fix, respond. */
export function Reported() {
  const messages = useReportMessages()
  const { filters, page, pageSize, setFilter, setPage } = useUrlPages(['state'] as const)
  const state = states.find((name) => name === filters.state) ?? 'open'
  const query = useQuery(reportedQuery({ page, pageSize, ...(state !== 'all' && { state }) }))
  const { data } = query
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
      <Loading query={query} title={messages.loadFailed} heights={[8, 8]} />
      {data?.pagination.totalCount === 0 && (
        <EmptyState title={state === 'open' ? messages.reportedEmpty.open : messages.reportedEmpty.other} />
      )}
      {data && data.pagination.totalCount > 0 && (
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

/** One report with links to its question; while it is open, with a form for the response. */
function ReportedCard({ report }: { report: QuestionReport }) {
  const messages = useReportMessages()
  const format = useFormat()
  return (
    <li className={styles.report}>
      <h2 dir="auto">
        {report.questionTitle === null ? messages.erasedQuestion : <InlineCode text={report.questionTitle} />}
      </h2>
      <p className={styles.quiet}>
        {messages.reportedOn(format.moment(report.createdAt), format.number(report.questionVersion))}
      </p>
      <p className={styles.reason}>{messages.reasons[report.reason]}</p>
      <blockquote dir="auto" className={styles.words}>
        {report.text}
      </blockquote>
      {report.questionTitle !== null && (
        <p className={styles.ways}>
          <Link to={`/admin/questions/unified?open=edit:${report.questionId}`}>{messages.fix}</Link>
          <Link to={`/admin/reports/questions/${report.questionId}`}>{messages.figures}</Link>
        </p>
      )}
      {report.state === 'open' ? <Settle report={report} /> : <Settled report={report} />}
    </li>
  )
}

function Settle({ report }: { report: QuestionReport }) {
  const messages = useReportMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [answer, setAnswer] = useState('')
  const settling = useMutation({
    mutationFn: (body: SettleReportInput) =>
      adminApi.patch(`/api/admin/reports/questions/${report.id}`, {
        body,
        headers: { 'idempotency-key': newId() },
      }),
    // An error may mean that it is already settled: by another admin, or by a request whose response was lost.
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey('reports') }),
  })
  const isSettling = (state: SettleReportInput['state']) =>
    settling.isPending && settling.variables.state === state
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <TextAreaField
        label={messages.answer}
        hint={messages.answerHint}
        rows={2}
        maxLength={TEXT_MAX.report}
        dir="auto"
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      {settling.isError && (
        <Alert tone="error" title={messages.settleFailed}>
          {errorText(settling.error)}
        </Alert>
      )}
      <div className={styles.actions}>
        {(['resolved', 'dismissed'] as const).map((state) => (
          <Button
            key={state}
            variant={state === 'resolved' ? 'primary' : 'plain'}
            pending={settling.isPending}
            onClick={() => settling.mutate({ state, answer })}
          >
            {isSettling(state)
              ? messages.settling
              : state === 'resolved'
                ? messages.resolve
                : messages.dismiss}
          </Button>
        ))}
      </div>
    </form>
  )
}

function Settled({ report }: { report: QuestionReport }) {
  const messages = useReportMessages()
  const format = useFormat()
  return (
    <div className={styles.settled}>
      <p className={styles.quiet}>
        {messages.settledBy(
          messages.states[report.state],
          report.settledAt === null ? '' : format.moment(report.settledAt),
        )}
        {report.answer === null && `, ${messages.noAnswer}`}
      </p>
      {report.answer !== null && (
        <blockquote dir="auto" className={styles.words}>
          {report.answer}
        </blockquote>
      )}
    </div>
  )
}
