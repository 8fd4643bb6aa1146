import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useReportMessages } from './report-messages.ts'
import { reportedQuery } from './report-queries.ts'
import styles from './reports.module.css'

/** The frame of all reports; how many reports of learners wait is in view on each. */
export function ReportsPage({ children }: { children: ReactNode }) {
  const messages = useReportMessages()
  const { data: waiting } = useQuery(reportedQuery({ state: 'open', page: 1, pageSize: 1 }))
  const open = waiting?.pagination.totalCount ?? 0
  return (
    <Page title={messages.title} lead={messages.lead}>
      <nav aria-label={messages.views} className={styles.views}>
        <NavLink to="/admin/reports" end>
          {messages.activityView}
        </NavLink>
        <NavLink to="/admin/reports/questions">{messages.questionsView}</NavLink>
        <NavLink to="/admin/reports/coverage">{messages.coverageView}</NavLink>
        <NavLink to="/admin/reports/reported">
          {messages.reportedView}
          {open > 0 && <Tag>{messages.open(open)}</Tag>}
        </NavLink>
      </nav>
      {children}
    </Page>
  )
}
