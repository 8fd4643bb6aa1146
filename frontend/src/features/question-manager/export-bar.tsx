import type { QuestionFormat } from '@rehearse/contracts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveFile } from '../../shared/admin/save-file.ts'
import { adminApi } from '../../shared/api/client.ts'
import { IMPORT_TIMEOUT } from '../../shared/constants.ts'
import { localDay } from '../../shared/local-day.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { showToast } from '../../shared/ui/toast-store.ts'
import styles from './export-bar.module.css'
import type { QuestionFilters } from './list-filters.ts'
import { filterQuery } from './list-query.ts'
import { useManagerMessages } from './manager-messages.ts'

const endings: Readonly<Record<QuestionFormat, string>> = {
  markdown: 'md',
  json: 'json',
  gift: 'gift',
  aiken: 'aiken',
  'moodle-xml': 'xml',
}
const formats = Object.keys(endings) as QuestionFormat[]

/** All questions that match the filters as a file, which can be imported again. */
export function ExportBar({ filters, count }: { filters: QuestionFilters; count: number }) {
  const messages = useManagerMessages()
  const errorText = useErrorText()
  const [format, setFormat] = useState<QuestionFormat>('markdown')
  const download = useMutation({
    mutationFn: async () => {
      const query = { ...filterQuery(filters), format }
      const file = await adminApi.file('/api/questions/export', { query, timeout: IMPORT_TIMEOUT })
      saveFile(file, `questions-${localDay()}.${endings[format]}`)
    },
    onError: (error) => showToast({ tone: 'error', title: messages.exportFailed, message: errorText(error) }),
  })
  return (
    <div className={styles.bar}>
      <SelectField
        label={messages.exportAs}
        value={format}
        onChange={({ target }) => setFormat(target.value as QuestionFormat)}
        choices={formats.map((value) => ({ value, label: messages.formats[value] }))}
      />
      <Button pending={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden size={16} />
        {messages.exportAll(count)}
      </Button>
    </div>
  )
}
