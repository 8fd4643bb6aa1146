import type { OwnReport } from '@rehearse/contracts'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { LearnerOnly } from '../../shared/account/learner-only.tsx'
import { markNotificationsSeen, newNotificationsQuery } from '../../shared/account/notifications.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { firstPage, PagedSection, type Span } from '../../shared/ui/paged-section.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useNotificationMessages } from './messages.en.ts'
import styles from './notifications.module.css'

/** Regraded answers of a learner, and the responses to their reports. */
export function Notifications() {
  const messages = useNotificationMessages()
  return (
    <LearnerOnly title={messages.title} words={messages.visitor}>
      {({ uid }) => <NotificationList key={uid} uid={uid} />}
    </LearnerOnly>
  )
}

function NotificationList({ uid }: { uid: string }) {
  const messages = useNotificationMessages()
  const news = useNews(uid)
  const regrades = useQuery(regradesQuery(uid, firstPage))
  const reports = useQuery(ownReportsQuery(uid, firstPage))
  const isEmpty = regrades.data?.notices.length === 0 && reports.data?.data.length === 0
  return (
    <Page title={messages.title} lead={messages.lead}>
      {isEmpty && (
        <EmptyState
          title={messages.empty}
          text={messages.emptyText}
          action={<ButtonLink to="/questions">{messages.practice}</ButtonLink>}
        />
      )}
      <RegradedAnswers uid={uid} news={news} />
      <OwnReports uid={uid} news={news} />
    </Page>
  )
}

/**
 * Notifications that are new when the page opens stay marked while it is open; elsewhere they no longer count as new.
 */
function useNews(uid: string): ReadonlySet<string> {
  const client = useQueryClient()
  const { data } = useQuery(newNotificationsQuery(uid))
  const [news, setNews] = useState<ReadonlySet<string>>(new Set())
  const newest = data?.at(-1)
  useEffect(() => {
    if (!data || newest === undefined) return
    setNews((before) => new Set([...before, ...data]))
    markNotificationsSeen(client, uid, newest)
  }, [client, uid, data, newest])
  return news
}

/** Answers that were regraded because the key of their question was wrong. */
function RegradedAnswers({ uid, news }: { uid: string; news: ReadonlySet<string> }) {
  const messages = useNotificationMessages()
  const format = useFormat()
  return (
    <PagedSection
      className={styles.section}
      title={messages.regrades}
      queryOf={(span) => regradesQuery(uid, span)}
      failed={messages.regradesFailed}
      heights={[8]}
      showing={messages.showingRegrades}
    >
      {({ notices }) =>
        notices.map(({ id, title, at, answeredAt, isCorrect, points }) => (
          <Notice
            key={id}
            title={title === '' ? messages.erasedQuestion : <InlineCode text={title} />}
            line={messages.regradedOn(format.date(at))}
            tag={points !== 0 && <Tag>{messages.points(points, format.signed(points))}</Tag>}
            isNew={news.has(at)}
          >
            <p>
              {isCorrect
                ? messages.nowRight(format.date(answeredAt))
                : messages.nowWrong(format.date(answeredAt))}
            </p>
          </Notice>
        ))
      }
    </PagedSection>
  )
}

/** A learner's reports about questions, with the responses. */
function OwnReports({ uid, news }: { uid: string; news: ReadonlySet<string> }) {
  const messages = useNotificationMessages()
  return (
    <PagedSection
      className={styles.section}
      title={messages.reports}
      queryOf={(span) => ownReportsQuery(uid, span)}
      failed={messages.reportsFailed}
      heights={[8]}
      showing={messages.showingReports}
    >
      {({ data: reports }) =>
        reports.map((report) => (
          <Report
            key={report.id}
            report={report}
            isNew={report.settledAt !== null && news.has(report.settledAt)}
          />
        ))
      }
    </PagedSection>
  )
}

function Report({ report, isNew }: { report: OwnReport; isNew: boolean }) {
  const messages = useNotificationMessages()
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

function Notice({
  title,
  line,
  tag,
  isNew,
  children,
}: {
  title: ReactNode
  line: string
  tag: ReactNode
  isNew: boolean
  children: ReactNode
}) {
  const messages = useNotificationMessages()
  return (
    <li className={styles.notice}>
      <h3 dir="auto">{title}</h3>
      <p className={styles.quiet}>
        {isNew && <Tag tone="info">{messages.new}</Tag>} {line} {tag}
      </p>
      {children}
    </li>
  )
}

const regradesQuery = (uid: string, query: Span) =>
  queryOptions({
    queryKey: ['account', uid, 'notices', 'regrades', query],
    queryFn: ({ signal }) => learnerApi.get('/api/progress/notices', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  })

const ownReportsQuery = (uid: string, query: Span) =>
  queryOptions({
    queryKey: ['account', uid, 'notices', 'reports', query],
    queryFn: ({ signal }) =>
      learnerApi.get('/api/questions/reports', {
        query: { ...query },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
