import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { useReportMessages } from './messages.ts'
import { reportedQuery } from './report-queries.ts'

/** The frame of all reports; how many reports of learners wait is in view on each. */
export function ReportsPage({ children }: { children: ReactNode }) {
  const messages = useReportMessages()
  const { data: waiting } = useQuery(reportedQuery({ state: 'open', page: 1, pageSize: 1 }))
  const open = waiting?.pagination.totalCount ?? 0
  return (
    <Page title={messages.title} lead={messages.lead}>
      <ViewLinks
        label={messages.views}
        views={[
          { to: '/admin/reports', label: messages.activityView },
          { to: '/admin/reports/questions', label: messages.questionsView },
          { to: '/admin/reports/coverage', label: messages.coverageView },
          {
            to: '/admin/reports/reported',
            label: (
              <>
                {messages.reportedView}
                {open > 0 && <Tag>{messages.open(open)}</Tag>}
              </>
            ),
          },
        ]}
      />
      {children}
    </Page>
  )
}
