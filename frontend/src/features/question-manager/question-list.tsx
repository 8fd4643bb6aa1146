import type { QuestionFormat } from '@rehearse/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { saveFile } from '../../shared/admin/save-file.ts'
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
} from './api.ts'
import { FilterBar } from './filter-bar.tsx'
import { useManagerMessages } from './messages.en.ts'
import styles from './question-manager.module.css'
import type { QuestionActions } from './question-table.tsx'
import { QuestionTable, useSelection } from './question-table.tsx'

/** The filters, the matching questions, and bulk actions for the selected ones. */
export function QuestionList({
  onAdd,
  onChanged,
  onFailed,
  ...actions
}: {
  onAdd: () => void
  onChanged: (change: LastChange) => void
  onFailed: (error: unknown) => void
} & QuestionActions) {
  const messages = useManagerMessages()
  const { filters, setFilters, setSort, setPage } = useListFilters()
  const list = useQuery(questionPageQuery(filters))
  const { apply } = useBulkActions()

  const applied: QuestionFilters = {}
  for (const name of filterNames) if (filters[name]) applied[name] = filters[name]
  const appliedText = JSON.stringify(applied)
  const filtered = Object.keys(applied).length > 0
  const selection = useSelection(appliedText)

  const act = (action: BulkAction) =>
    apply.mutate(
      { ids: [...selection.ids], action },
      {
        onSuccess: (change) => {
          selection.clear()
          onChanged(change)
        },
        onError: onFailed,
      },
    )
  // The last question of the last page may have been deleted.
  const pages = list.data?.pagination.totalPages ?? 0
  const beyond = !list.isPlaceholderData && pages > 0 && filters.page > pages
  useEffect(() => {
    if (beyond) setPage({ page: pages, pageSize: filters.pageSize })
  })
  return (
    <>
      <FilterBar key={appliedText} applied={applied} onApply={setFilters} />
      {selection.ids.size > 0 && (
        <SelectionBar
          count={selection.ids.size}
          pending={apply.isPending}
          onAction={act}
          onClear={selection.clear}
        />
      )}
      {list.isPending && <Skeleton heights={[6, 6, 6, 6, 6]} />}
      {list.isError && !list.data && (
        <LoadFailed title={messages.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.questions.length === 0 && !beyond && (
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
      {list.data && list.data.questions.length > 0 && (
        <QuestionTable
          questions={list.data.questions}
          sort={filters.sort}
          selection={selection}
          onSort={setSort}
          {...actions}
        />
      )}
      {list.data && list.data.pagination.totalCount > 0 && (
        <>
          <Pagination pagination={list.data.pagination} onChange={setPage} />
          <ExportBar filters={applied} count={list.data.pagination.totalCount} />
        </>
      )}
    </>
  )
}

const endings: Readonly<Record<QuestionFormat, string>> = {
  markdown: 'md',
  json: 'json',
  gift: 'gift',
  aiken: 'aiken',
  'moodle-xml': 'xml',
}
const formats = Object.keys(endings) as QuestionFormat[]

/** Exports all questions that match the filters as a file that can be imported again. */
function ExportBar({ filters, count }: { filters: QuestionFilters; count: number }) {
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
    <div className={styles.exportBar}>
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

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))
const MoveDialog = lazy(async () => ({ default: (await import('./bulk-dialogs.tsx')).MoveDialog }))
const TagDialog = lazy(async () => ({ default: (await import('./bulk-dialogs.tsx')).TagDialog }))

/** Bulk actions for the selected questions. Stays in view while the selection changes. */
function SelectionBar({
  count,
  pending,
  onAction,
  onClear,
}: {
  count: number
  pending: boolean
  onAction: (action: BulkAction) => void
  onClear: () => void
}) {
  const messages = useManagerMessages()
  const { common } = useMessages()
  const [asking, setAsking] = useState<'move' | 'tag' | 'delete'>()
  const close = () => setAsking(undefined)
  const act = (action: BulkAction) => {
    close()
    onAction(action)
  }
  return (
    <section aria-label={messages.selectionActions} className={styles.selectionBar}>
      <p role="status" data-numeric className={styles.count}>
        {messages.selected(count)}
      </p>
      {(['activate', 'deactivate', 'approve'] as const).map((action) => (
        <Button key={action} size="small" disabled={pending} onClick={() => pending || act({ action })}>
          {messages[action]}
        </Button>
      ))}
      {(['move', 'tag'] as const).map((action) => (
        <Button key={action} size="small" aria-haspopup="dialog" onClick={() => setAsking(action)}>
          {messages[action]}
        </Button>
      ))}
      <Button size="small" variant="danger" aria-haspopup="dialog" onClick={() => setAsking('delete')}>
        {messages.delete}
      </Button>
      <Button size="small" variant="ghost" onClick={onClear}>
        {messages.clearSelection}
      </Button>
      <Suspense>
        {asking === 'move' && (
          <MoveDialog count={count} onClose={close} onMove={(value) => act({ action: 'move', value })} />
        )}
        {asking === 'tag' && (
          <TagDialog count={count} onClose={close} onTag={(value) => act({ action: 'tag', value })} />
        )}
        {asking === 'delete' && (
          <ConfirmDialog
            title={messages.deleteManyTitle}
            text={messages.deleteManyConfirm(count)}
            confirmLabel={common.delete}
            cancelLabel={common.cancel}
            pending={pending}
            onCancel={close}
            onConfirm={() => act({ action: 'delete' })}
          />
        )}
      </Suspense>
    </section>
  )
}
