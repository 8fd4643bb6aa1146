import type { Question, QuestionFormat } from '@rehearse/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { managesContent, useAdminSelf } from '../../shared/admin/admin-self.ts'
import { SHEET_ROWS_MAX, tableOf, workbookText } from '../../shared/admin/question-sheet.ts'
import { saveFile, toCsv } from '../../shared/admin/save-file.ts'
import { adminApi } from '../../shared/api/client.ts'
import { IMPORT_TIMEOUT } from '../../shared/constants.ts'
import { localDay } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { showToast } from '../../shared/ui/toasts.tsx'
import {
  type BulkAction,
  filterNames,
  filterQuery,
  type LastChange,
  type QuestionFilters,
  questionPageQuery,
  useBulkActions,
  useListFilters,
  useQuestionWrites,
  usualSort,
} from './api.ts'
import { FilterBar } from './filter-bar.tsx'
import { useManagerMessages } from './messages.en.ts'
import styles from './question-manager.module.css'
import type { QuestionActions } from './question-table.tsx'
import { QuestionTable } from './question-table.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './use-selection.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** The filters, the matching questions, and bulk actions for the selected ones. */
export function QuestionList({
  onAdd,
  onChanged,
  onFailed,
  ...actions
}: {
  onAdd: () => void
  onChanged: (change: LastChange) => void
  onFailed: (title: string, error: unknown) => void
} & Omit<QuestionActions, 'onDelete'>) {
  const messages = useManagerMessages()
  const [deleting, setDeleting] = useState<Question>()
  const { filters, parameters, setFilters, setParameters, setSort, setPage } = useListFilters()
  const list = useQuery(questionPageQuery(filters))
  const { apply } = useBulkActions()

  const applied: QuestionFilters = {}
  for (const name of filterNames) if (filters[name]) applied[name] = filters[name]
  const appliedText = JSON.stringify(applied)
  const filtered = Object.keys(applied).length > 0
  const questions = list.data?.questions ?? []
  const selection = useSelection(
    appliedText,
    questions.map(({ id }) => id),
  )
  const { focusRow, container } = useRowFocus()

  const act = (action: BulkAction) =>
    apply.mutate(
      { chosen: selection.chosen, action },
      {
        onSuccess: (change) => {
          selection.clear()
          focusRow(selection.row)
          onChanged(change)
        },
        onError: (error) => onFailed(messages.bulkFailed, error),
      },
    )
  const self = useAdminSelf()
  return (
    <>
      <FilterBar key={appliedText} applied={applied} onApply={setFilters} />
      <SavedFilters current={parameters} onApply={setParameters} />
      {selection.count > 0 && managesContent(self) && (
        <SelectionBar
          selection={selection}
          filters={applied}
          isWhole={list.data?.complete === true && selection.count >= list.data.pagination.totalCount}
          pending={apply.isPending}
          onAction={act}
          onClear={() => {
            selection.clear()
            focusRow(selection.row)
          }}
        />
      )}
      {list.isPending && <Skeleton heights={[6, 6, 6, 6, 6]} />}
      {list.isError && !list.data && (
        <LoadFailed title={messages.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.pagination.totalCount === 0 && (
        <EmptyState
          title={filtered ? messages.emptyFiltered : messages.empty}
          action={
            filtered ? (
              <Button onClick={() => setFilters({})}>{messages.clear}</Button>
            ) : (
              <Button variant="primary" onClick={onAdd}>
                {messages.add}
              </Button>
            )
          }
        />
      )}
      {list.data?.complete === false && <p className={styles.incomplete}>{messages.bestMatches}</p>}
      <div ref={container} tabIndex={-1}>
        {questions.length > 0 && (
          <QuestionTable
            questions={questions}
            sort={filters.sort}
            usual={usualSort(applied)}
            selection={selection}
            onSort={setSort}
            onDelete={setDeleting}
            {...actions}
          />
        )}
      </div>
      {list.data && list.data.pagination.totalCount > 0 && (
        <>
          <Pagination pagination={list.data.pagination} onChange={setPage} />
          {managesContent(self) && <ExportBar filters={applied} count={list.data.pagination.totalCount} />}
        </>
      )}
      {deleting && (
        <DeleteQuestion
          question={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            focusRow(questions.indexOf(deleting))
            onChanged({ deleted: true, changed: 1, notChanged: 0, undo: { restore: deleting.id } })
          }}
          onFailed={(error) => onFailed(messages.deleteFailed, error)}
        />
      )}
    </>
  )
}

/** Returns the focus to a row when what had it is gone: a deleted row, or the bar of an ended selection. */
function useRowFocus() {
  const container = useRef<HTMLDivElement>(null)
  const [row, setRow] = useState<number>()
  useEffect(() => {
    if (row === undefined) return
    const boxes = container.current?.querySelectorAll<HTMLElement>('tbody input[type="checkbox"]') ?? []
    const near = boxes[Math.max(0, Math.min(row, boxes.length - 1))] ?? container.current
    near?.focus({ preventScroll: true })
    setRow(undefined)
  }, [row])
  return { container, focusRow: setRow }
}

function DeleteQuestion({
  question,
  onClose,
  onDeleted,
  onFailed,
}: {
  question: Question
  onClose: () => void
  onDeleted: () => void
  onFailed: (error: unknown) => void
}) {
  const messages = useManagerMessages()
  const { common } = useMessages()
  const { remove } = useQuestionWrites()
  return (
    <Suspense>
      <ConfirmDialog
        title={messages.deleteTitle}
        text={messages.deleteConfirm(question.title)}
        confirmLabel={common.delete}
        cancelLabel={common.cancel}
        pending={remove.isPending}
        onCancel={onClose}
        onConfirm={() =>
          remove.mutate(question, { onSuccess: onDeleted, onError: onFailed, onSettled: onClose })
        }
      />
    </Suspense>
  )
}

type ExportFormat = QuestionFormat | 'csv' | 'xlsx'

const endings: Readonly<Record<ExportFormat, string>> = {
  csv: 'csv',
  xlsx: 'xlsx',
  markdown: 'md',
  json: 'json',
  gift: 'gift',
  aiken: 'aiken',
  'moodle-xml': 'xml',
}
const formats = Object.keys(endings) as ExportFormat[]

const isSheet = (format: ExportFormat) => format === 'csv' || format === 'xlsx'

/** The export as a spreadsheet; other formats come from the server. In a workbook texts are no formulas. */
async function inFormat(file: Blob, format: ExportFormat): Promise<Blob> {
  if (!isSheet(format)) return file
  const { columns, rows } = tableOf(JSON.parse(await file.text()).questions)
  if (format === 'csv') return new Blob([toCsv(columns, rows)], { type: 'text/csv' })
  const { default: writeSheet } = await import('write-excel-file/universal')
  const cells = [columns, ...rows].map((row) =>
    row.map((value) =>
      typeof value === 'number'
        ? { value, type: Number }
        : { value: workbookText(String(value)), type: String },
    ),
  )
  return (await writeSheet(cells)).toBlob()
}

/** Exports all questions that match the filters as a file that can be imported again. */
function ExportBar({ filters, count }: { filters: QuestionFilters; count: number }) {
  const messages = useManagerMessages()
  const errorText = useErrorText()
  const [format, setFormat] = useState<ExportFormat>('markdown')
  const download = useMutation({
    mutationFn: async () => {
      const query = { ...filterQuery(filters), format: isSheet(format) ? 'json' : format }
      const file = await adminApi.file('/api/questions/export', { query, timeout: IMPORT_TIMEOUT })
      saveFile(await inFormat(file, format), `questions-${localDay()}.${endings[format]}`)
    },
    onError: (error) => showToast({ tone: 'error', title: messages.exportFailed, message: errorText(error) }),
  })
  const start = () => {
    if (!isSheet(format) || count <= SHEET_ROWS_MAX) return download.mutate()
    showToast({ tone: 'error', title: messages.exportFailed, message: messages.sheetTooLarge })
  }
  return (
    <div className={styles.exportBar}>
      <SelectField
        label={messages.exportAs}
        value={format}
        onChange={({ target }) => setFormat(target.value as ExportFormat)}
        choices={formats.map((value) => ({ value, label: messages.formats[value] }))}
      />
      <Button pending={download.isPending} onClick={start}>
        <Download aria-hidden size={16} />
        {messages.exportAll(count)}
      </Button>
    </div>
  )
}
