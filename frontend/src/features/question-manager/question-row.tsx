import type { Question } from '@rehearse/contracts'
import { History, Pencil, Trash2 } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useManagerMessages } from './messages.ts'
import styles from './question-table.module.css'

export interface QuestionActions {
  onEdit: (question: Question) => void
  onVersions: (question: Question) => void
  onDelete: (question: Question) => void
}

export function QuestionRow({
  question,
  pathTitle,
  selected,
  onSelect,
  onEdit,
  onVersions,
  onDelete,
}: {
  question: Question
  pathTitle: string | null
  selected: boolean
  onSelect: (on: boolean) => void
} & QuestionActions) {
  const messages = useManagerMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  return (
    <tr data-selected={selected || undefined}>
      <td className={styles.select}>
        <label className={styles.box}>
          <input
            type="checkbox"
            checked={selected}
            aria-label={messages.select(question.title)}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </label>
      </td>
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
        {!question.approved && <Tag tone="bad">{messages.unapprovedBadge}</Tag>}
      </td>
      <td data-label={messages.category}>{question.category}</td>
      <td data-label={messages.difficulty}>{difficulty[question.difficulty]}</td>
      <td data-label={messages.path}>{pathTitle ?? '–'}</td>
      <td data-label={messages.type}>{messages.types[question.type]}</td>
      <td data-label={messages.points} data-numeric>
        {format.number(question.points)}
      </td>
      <td data-label={messages.used} data-numeric>
        {format.number(question.usageCount)}
      </td>
      <td data-label={messages.updated}>
        <time dateTime={question.updatedAt} title={format.moment(question.updatedAt)}>
          {format.day(question.updatedAt.slice(0, 10))}
        </time>
      </td>
      <td data-actions className={styles.actions}>
        <IconButton
          icon={Pencil}
          label={messages.editQuestion(question.title)}
          onClick={() => onEdit(question)}
        />
        <IconButton
          icon={History}
          label={messages.questionHistory(question.title)}
          onClick={() => onVersions(question)}
        />
        <IconButton
          icon={Trash2}
          label={messages.deleteQuestion(question.title)}
          onClick={() => onDelete(question)}
        />
      </td>
    </tr>
  )
}
