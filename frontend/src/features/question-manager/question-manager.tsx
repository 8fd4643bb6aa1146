import type { Question } from '@rehearse/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { DeleteQuestion } from './delete-question.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterNames, type QuestionFilters, useListFilters } from './list-filters.ts'
import { questionPageQuery, questionsKey } from './list-query.ts'
import { useManagerMessages } from './manager-messages.ts'
import { QuestionForm } from './question-form.tsx'
import { QuestionTable } from './question-table.tsx'
import { StatCards } from './stat-cards.tsx'

type Panel = { kind: 'none' } | { kind: 'create' } | { kind: 'import' } | { kind: 'edit'; question: Question }

/** All questions in one place. The import panel comes from outside: it is a feature of its own. */
export function QuestionManager({ importPanel }: { importPanel: (close: () => void) => ReactNode }) {
  const manager = useManagerMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { filters, setFilters, setPage } = useListFilters()
  const list = useQuery(questionPageQuery(filters))
  const [panel, setPanel] = useState<Panel>({ kind: 'none' })
  const [deleting, setDeleting] = useState<Question>()
  const [fault, setFault] = useState<string>()

  const close = () => setPanel({ kind: 'none' })
  const applied: QuestionFilters = {}
  for (const name of filterNames) if (filters[name]) applied[name] = filters[name]
  const filtered = Object.keys(applied).length > 0

  return (
    <Page
      title={manager.title}
      lead={manager.lead}
      actions={
        <>
          <Button aria-expanded={panel.kind === 'import'} onClick={() => setPanel({ kind: 'import' })}>
            <Upload aria-hidden size={16} />
            {manager.bulkImport}
          </Button>
          <Button
            variant="primary"
            aria-expanded={panel.kind === 'create'}
            onClick={() => setPanel({ kind: 'create' })}
          >
            <Plus aria-hidden size={16} />
            {manager.add}
          </Button>
        </>
      }
    >
      <StatCards />
      {panel.kind === 'import' && importPanel(close)}
      {panel.kind === 'create' && <QuestionForm onClose={close} onStale={close} />}
      {panel.kind === 'edit' && (
        <QuestionForm
          key={panel.question.id}
          question={panel.question}
          onClose={close}
          onStale={() => {
            close()
            void queryClient.invalidateQueries({ queryKey: questionsKey })
          }}
        />
      )}
      {fault && (
        <Alert tone="error" title={manager.deleteFailed} onDismiss={() => setFault(undefined)}>
          {fault}
        </Alert>
      )}
      <FilterBar key={JSON.stringify(applied)} applied={applied} onApply={setFilters} />
      {list.isPending && <Skeleton heights={[6, 6, 6, 6, 6]} />}
      {list.isError && !list.data && (
        <LoadFailed title={manager.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.questions.length === 0 && (
        <EmptyState
          title={filtered ? manager.emptyFiltered : manager.empty}
          action={
            filtered ? (
              <Button onClick={() => setFilters({})}>{manager.clear}</Button>
            ) : (
              <Button variant="primary" onClick={() => setPanel({ kind: 'create' })}>
                {manager.add}
              </Button>
            )
          }
        />
      )}
      {list.data && list.data.questions.length > 0 && (
        <QuestionTable
          questions={list.data.questions}
          onEdit={(question) => setPanel({ kind: 'edit', question })}
          onDelete={setDeleting}
        />
      )}
      {list.data && list.data.pagination.totalCount > 0 && (
        <Pagination pagination={list.data.pagination} onChange={setPage} />
      )}
      {deleting && (
        <DeleteQuestion
          question={deleting}
          onClose={() => setDeleting(undefined)}
          onFailed={(error) => setFault(errorText(error, manager.deleteFailed))}
        />
      )}
    </Page>
  )
}
