import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { learningPathsQuery } from '../../shared/api/catalogue.ts'
import { ListTable } from '../../shared/ui/table/list-table.tsx'
import type { Sort } from '../../shared/ui/table/sort.ts'
import { newestFirst, type SortColumn } from './list-filters.ts'
import { useManagerMessages } from './messages.ts'
import { type QuestionActions, QuestionRow } from './question-row.tsx'
import styles from './question-table.module.css'
import type { Selection } from './use-selection.ts'

/** The questions of one page. Every column that has an order orders the list. */
export function QuestionTable({
  questions,
  sort,
  selection,
  onSort,
  ...actions
}: {
  questions: readonly Question[]
  sort: Sort<SortColumn>
  selection: Selection
  onSort: (sort: Sort<SortColumn>) => void
} & QuestionActions) {
  const messages = useManagerMessages()
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const pathTitles = new Map(paths.map((path) => [path.id, path.title]))
  const others = [{ by: 'createdAt', label: messages.created, first: 'desc' }] as const
  return (
    <ListTable<SortColumn>
      label={messages.listLabel}
      needs="84rem"
      className={styles.table}
      order={{ sort, usual: newestFirst, onSort, others }}
      pageBox={(named) => (
        <PageCheckbox questions={questions} selection={selection} label={messages.selectPage} named={named} />
      )}
      heads={[
        { by: 'title', label: messages.question },
        { by: 'status', label: messages.status },
        { by: 'category', label: messages.category },
        { by: 'difficulty', label: messages.difficulty },
        { by: 'learningPath', label: messages.path },
        { by: 'type', label: messages.type },
        { by: 'points', label: messages.points, first: 'desc', numeric: true },
        { by: 'usageCount', label: messages.used, first: 'desc', numeric: true },
        { by: 'updatedAt', label: messages.updated, first: 'desc' },
        { label: messages.actions, quiet: true },
      ]}
    >
      {questions.map((question) => (
        <QuestionRow
          key={question.id}
          question={question}
          pathTitle={pathTitles.get(question.learningPath ?? '') ?? question.learningPath}
          selected={selection.ids.has(question.id)}
          onSelect={(on) => selection.toggle(question.id, on)}
          {...actions}
        />
      ))}
    </ListTable>
  )
}

function PageCheckbox({
  questions,
  selection,
  label,
  named,
}: {
  questions: readonly Question[]
  selection: Selection
  label: string
  named: boolean
}) {
  const box = useRef<HTMLInputElement>(null)
  const ids = questions.map(({ id }) => id)
  const chosen = ids.filter((id) => selection.ids.has(id)).length
  const some = chosen > 0 && chosen < ids.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        checked={chosen === ids.length}
        onChange={(event) => selection.togglePage(ids, event.target.checked)}
      />
      <span className={named ? undefined : 'visually-hidden'}>{label}</span>
    </label>
  )
}
