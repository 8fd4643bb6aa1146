import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { learningPathsQuery } from '../../shared/api/catalogue.ts'
import type { Sort } from './list-filters.ts'
import { useManagerMessages } from './manager-messages.ts'
import { type QuestionActions, QuestionRow } from './question-row.tsx'
import styles from './question-table.module.css'
import { SortHeader } from './sort-header.tsx'
import { SortSelect } from './sort-select.tsx'
import type { Selection } from './use-selection.ts'

/** The questions of one page. A real table; where it has no room, its rows stand as blocks. */
export function QuestionTable({
  questions,
  sort,
  selection,
  onSort,
  ...actions
}: {
  questions: readonly Question[]
  sort: Sort
  selection: Selection
  onSort: (sort: Sort) => void
} & QuestionActions) {
  const messages = useManagerMessages()
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const pathTitles = new Map(paths.map((path) => [path.id, path.title]))
  const sortable = (column: Sort['by'], label: string) => (
    <SortHeader column={column} label={label} sort={sort} onSort={onSort} />
  )
  return (
    <>
      <div className={styles.blockTools}>
        <PageCheckbox questions={questions} selection={selection} label={messages.selectPage} named />
        <SortSelect sort={sort} onSort={onSort} />
      </div>
      <table aria-label={messages.listLabel} className={styles.table}>
        <thead>
          <tr>
            <td>
              <PageCheckbox questions={questions} selection={selection} label={messages.selectPage} />
            </td>
            {sortable('title', messages.question)}
            <th scope="col">{messages.category}</th>
            <th scope="col">{messages.difficulty}</th>
            <th scope="col">{messages.learningPath}</th>
            <th scope="col">{messages.points}</th>
            <th scope="col">{messages.type}</th>
            {sortable('usageCount', messages.used)}
            {sortable('updatedAt', messages.updated)}
            <th scope="col">
              <span className="visually-hidden">{messages.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
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
        </tbody>
      </table>
    </>
  )
}

function PageCheckbox({
  questions,
  selection,
  label,
  named = false,
}: {
  questions: readonly Question[]
  selection: Selection
  label: string
  named?: boolean
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
