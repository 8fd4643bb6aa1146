import type { OwnReport } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { PagedSection } from '../../shared/ui/paged-section.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { Notice } from './notice.tsx'
import { useNoticeMessages } from './notice-messages.ts'
import { firstPage, ownReportsQuery } from './notice-queries.ts'
import styles from './notices.module.css'

/** What a learner said is wrong with questions, and the answers to it. */
export function OwnReports({ uid, news }: { uid: string; news: ReadonlySet<string> }) {
  const messages = useNoticeMessages()
  const [span, setSpan] = useState(firstPage)
  const { data, error, refetch } = useQuery(ownReportsQuery(uid, span))
  if (!data) {
    return error ? (
      <LoadFailed title={messages.reportsFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton heights={[8]} />
    )
  }
  if (data.data.length === 0) return null
  return (
    <PagedSection
      className={styles.section}
      title={messages.reports}
      pagination={data.pagination}
      showing={messages.showingReports}
      onTurn={setSpan}
    >
      {data.data.map((report) => (
        <Report
          key={report.id}
          report={report}
          isNew={report.settledAt !== null && news.has(report.settledAt)}
        />
      ))}
    </PagedSection>
  )
}

function Report({ report, isNew }: { report: OwnReport; isNew: boolean }) {
  const messages = useNoticeMessages()
  const format = useFormat()
  return (
    <Notice
      title={
        report.questionTitle === null ? messages.erasedQuestion : <InlineCode text={report.questionTitle} />
      }
      line={messages.reportedOn(format.date(report.createdAt))}
      tag={<Tag tone={report.state === 'resolved' ? 'ok' : 'quiet'}>{messages.states[report.state]}</Tag>}
      isNew={isNew}
    >
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
    </Notice>
  )
}
