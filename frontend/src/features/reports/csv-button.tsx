import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { toCsv } from '../../shared/admin/csv.ts'
import { saveFile } from '../../shared/admin/save-file.ts'
import { localDay } from '../../shared/local-day.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { showToast } from '../../shared/ui/toast-store.ts'
import { useReportMessages } from './messages.ts'

interface CsvTable {
  columns: readonly string[]
  rows: readonly (readonly (string | number | null)[])[]
}

/** What is shown, for a spreadsheet: plain numbers, whatever the reader's language makes of them. */
export function CsvButton({
  name,
  of,
  table,
}: {
  /** Of the file. */
  name: string
  /** What is in it, for whoever can't see beside what the button stands. */
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
