import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { ExportBar } from './export-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterNames, type QuestionFilters, useListFilters } from './list-filters.ts'
import { questionPageQuery } from './list-query.ts'
import { useManagerMessages } from './manager-messages.ts'
import type { QuestionActions } from './question-row.tsx'
import { QuestionTable } from './question-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { type BulkAction, type LastChange, useBulkActions } from './use-bulk-actions.ts'
import { useSelection } from './use-selection.ts'

/** Filters, the questions that match, and what can be done with those that are chosen. */
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
  // The last question of the last page may be gone.
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
