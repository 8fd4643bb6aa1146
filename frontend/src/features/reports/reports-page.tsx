import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { saveFile, toCsv } from '../../shared/admin/save-file.ts'
import { localDay } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { showToast } from '../../shared/ui/toasts.tsx'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { reportedQuery } from './api.ts'
import { useReportMessages } from './messages.en.ts'

/** The layout of all reports, with the number of open reports from learners. */
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
          { to: '/admin/reports/predictions', label: messages.calibrationView },
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

interface CsvTable {
  columns: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

/** Downloads the displayed data for a spreadsheet: plain numbers, not formatted for the language. */
export function CsvButton({
  name,
  of,
  table,
}: {
  /** The file name. */
  name: string
  /** What the file contains, for screen readers. */
  of: string
  table: () => CsvTable | Promise<CsvTable>
}) {
  const messages = useReportMessages()
  const errorText = useErrorText()
  const download = useMutation({
    mutationFn: async () => {
      const { columns, rows } = await table()
      saveFile(
        new Blob([toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }),
        `${name}-${localDay()}.csv`,
      )
    },
    onError: (error) => showToast({ tone: 'error', title: messages.csvFailed, message: errorText(error) }),
  })
  return (
    <Button
      size="small"
      aria-label={messages.csvOf(of)}
      pending={download.isPending}
      onClick={() => download.mutate()}
    >
      <Download aria-hidden size={16} />
      {messages.csv}
    </Button>
  )
}
