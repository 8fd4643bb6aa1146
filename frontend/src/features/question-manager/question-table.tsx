import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Copy, Eye, History, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { managesContent, useAdminSelf } from '../../shared/admin/admin-self.ts'
import { mayEdit, StatusTag } from '../../shared/admin/status-panel.tsx'
import { learningPathsQuery } from '../../shared/api/catalog.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { classNames } from '../../shared/ui/class-names.ts'
import type { Sort } from '../../shared/ui/list-table.tsx'
import { ListTable } from '../../shared/ui/list-table.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useMediaQuery } from '../../shared/ui/use-media-query.ts'
import type { SortColumn } from './api.ts'
import { useManagerMessages } from './messages.en.ts'
import styles from './question-manager.module.css'
import type { Selection } from './use-selection.ts'

/** The questions of one page. Every sortable column header sorts the list. */
export function QuestionTable({
  questions,
  sort,
  usual,
  selection,
  onSort,
  ...actions
}: {
  questions: readonly Question[]
  sort: Sort<SortColumn>
  usual: Sort<SortColumn>
  selection: Selection
  onSort: (sort: Sort<SortColumn>) => void
} & QuestionActions) {
  const messages = useManagerMessages()
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const pathTitles = new Map(paths.map((path) => [path.id, path.title]))
  const others = [
    ...(usual.by === 'relevance' ? [{ ...usual, label: messages.relevance, first: 'desc' as const }] : []),
    { by: 'createdAt', label: messages.created, first: 'desc' },
  ] as const
  const { columns, toggle } = useColumns(sort.by)
  const { details, statistics } = columns
  const isAdmin = managesContent(useAdminSelf())
  return (
    <>
      {toggle}
      <ListTable<SortColumn>
        label={messages.listLabel}
        needs={needs}
        className={classNames(styles.table, !isAdmin && styles.unselectable)}
        order={{ sort, usual, onSort, others }}
        // Bulk actions are for admins.
        {...(isAdmin && {
          pageBox: (named: boolean) => (
            <PageCheckbox
              questions={questions}
              selection={selection}
              label={messages.selectPage}
              named={named}
            />
          ),
        })}
        heads={[
          { by: 'title', label: messages.question },
          { by: 'status', label: messages.status },
          { by: 'category', label: messages.category },
          { by: 'difficulty', label: messages.difficulty },
          ...(details
            ? ([
                { by: 'learningPath', label: messages.path },
                { by: 'type', label: messages.type },
                { by: 'points', label: messages.points, first: 'desc', numeric: true },
                { by: 'usageCount', label: messages.used, first: 'desc', numeric: true },
              ] as const)
            : []),
          ...(statistics
            ? ([
                { by: 'attempts', label: messages.attempts, first: 'desc', numeric: true },
                { by: 'facility', label: messages.facility, numeric: true },
                { by: 'discrimination', label: messages.discrimination, numeric: true },
              ] as const)
            : []),
          { by: 'updatedAt', label: messages.updated, first: 'desc' },
          { label: messages.actions, quiet: true },
        ]}
      >
        {questions.map((question) => (
          <QuestionRow
            key={question.id}
            question={question}
            pathTitle={pathTitles.get(question.learningPath ?? '') ?? question.learningPath}
            columns={columns}
            selected={selection.has(question.id)}
            onSelect={(on, extend) => selection.toggle(question.id, { on, extend })}
            {...actions}
          />
        ))}
      </ListTable>
    </>
  )
}

/** In narrower windows each row is a block. */
const needs = '84rem'

interface Columns {
  details: boolean
  statistics: boolean
}

/** Without room for all columns, the admin chooses between details and statistics; blocks have room for both. */
function useColumns(sortedBy: SortColumn): { columns: Columns; toggle: ReactNode } {
  const messages = useManagerMessages()
  const stacked = useMediaQuery(`(max-width: ${needs})`)
  const roomy = useMediaQuery('(min-width: 112rem)')
  const isSorted = (statisticsColumns as readonly string[]).includes(sortedBy)
  const [chosen, setChosen] = useState(false)
  const isAdmin = managesContent(useAdminSelf())
  if (!isAdmin) return { columns: { details: true, statistics: false }, toggle: null }
  if (stacked || roomy) return { columns: { details: true, statistics: true }, toggle: null }
  const statistics = chosen || isSorted
  return {
    columns: { details: !statistics, statistics },
    toggle: (
      <div className={styles.columns}>
        <Button size="small" aria-pressed={statistics} disabled={isSorted} onClick={() => setChosen(!chosen)}>
          {messages.showStatistics}
        </Button>
      </div>
    ),
  }
}

const statisticsColumns = ['attempts', 'facility', 'discrimination'] as const

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
  const chosen = ids.filter(selection.has).length
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
        onChange={(event) => selection.togglePage(event.target.checked)}
      />
      <span className={named ? undefined : 'visually-hidden'}>{label}</span>
    </label>
  )
}

export interface QuestionActions {
  onEdit: (question: Question) => void
  onVersions: (question: Question) => void
  onCopy: (question: Question) => void
  onDelete: (question: Question) => void
}

function QuestionRow({
  question,
  pathTitle,
  columns,
  selected,
  onSelect,
  onEdit,
  onVersions,
  onCopy,
  onDelete,
}: {
  question: Question
  pathTitle: string | null
  columns: Columns
  selected: boolean
  /** With `extend`, up to the row selected before. */
  onSelect: (on: boolean, extend: boolean) => void
} & QuestionActions) {
  const messages = useManagerMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  const self = useAdminSelf()
  const isAdmin = managesContent(self)
  return (
    <tr data-selected={selected || undefined}>
      {isAdmin && (
        <td className={styles.select}>
          <label className={styles.box}>
            <input
              type="checkbox"
              checked={selected}
              aria-label={messages.select(question.title)}
              onChange={({ target, nativeEvent }) =>
                onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
          </label>
        </td>
      )}
      <td className={styles.question}>
        <p dir="auto" className={styles.title}>
          <InlineCode text={question.title} />
        </p>
        <p dir="auto" className={styles.content}>
          {excerpt(question.content)}
        </p>
        {question.tags.length > 0 && (
          <p className={styles.tags}>
            {question.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </p>
        )}
      </td>
      <td data-label={messages.status} className={styles.status}>
        <Tag tone={question.isActive ? 'ok' : 'bad'}>
          {question.isActive ? messages.activeBadge : messages.inactiveBadge}
        </Tag>
        {!question.approved && <StatusTag status={question.status} />}
      </td>
      <td data-label={messages.category}>{question.category}</td>
      <td data-label={messages.difficulty}>{difficulty[question.difficulty]}</td>
      {columns.details && (
        <>
          <td data-label={messages.path}>{pathTitle ?? '–'}</td>
          <td data-label={messages.type}>{messages.types[question.type]}</td>
          <td data-label={messages.points} data-numeric>
            {format.number(question.points)}
          </td>
          <td data-label={messages.used} data-numeric>
            {format.number(question.usageCount)}
          </td>
        </>
      )}
      {columns.statistics && <StatisticsCells question={question} />}
      <td data-label={messages.updated}>
        <time dateTime={question.updatedAt} title={format.moment(question.updatedAt)}>
          {format.day(question.updatedAt.slice(0, 10))}
        </time>
      </td>
      <td data-actions className={styles.actions}>
        <IconButton
          icon={mayEdit(question, self) ? Pencil : Eye}
          label={
            mayEdit(question, self)
              ? messages.editQuestion(question.title)
              : messages.openQuestion(question.title)
          }
          onClick={() => onEdit(question)}
        />
        {(self.role !== 'author' || question.createdBy === self.id) && (
          <IconButton
            icon={History}
            label={messages.questionHistory(question.title)}
            onClick={() => onVersions(question)}
          />
        )}
        {isAdmin && (
          <IconButton
            icon={Copy}
            label={messages.copyQuestion(question.title)}
            onClick={() => onCopy(question)}
          />
        )}
        {isAdmin && (
          <IconButton
            icon={Trash2}
            label={messages.deleteQuestion(question.title)}
            onClick={() => onDelete(question)}
          />
        )}
      </td>
    </tr>
  )
}

/** What first attempts show, with a link to the report if there are any. */
function StatisticsCells({ question: { id, title, statistics } }: { question: Question }) {
  const messages = useManagerMessages()
  const format = useFormat()
  const { attempts = 0, facility = null, discrimination = null } = statistics ?? {}
  return (
    <>
      <td data-label={messages.attempts} data-numeric>
        {attempts === 0 ? (
          format.number(0)
        ) : (
          <Link
            to={`/admin/reports/questions/${id}`}
            aria-label={messages.report(format.number(attempts), title)}
          >
            {format.number(attempts)}
          </Link>
        )}
      </td>
      <td data-label={messages.facility} data-numeric>
        {facility === null ? '–' : format.percent(Math.round(facility * 100))}
      </td>
      <td data-label={messages.discrimination} data-numeric>
        {discrimination === null ? '–' : format.ratio(discrimination)}
      </td>
    </>
  )
}
