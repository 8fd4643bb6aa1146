import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { learningPathsQuery } from '../../shared/api/catalogue.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { excerpt } from '../../shared/ui/markdown/excerpt.ts'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useManagerMessages } from './manager-messages.ts'
import styles from './question-table.module.css'

/** The questions of one page. A real table; where it has no room, its rows stand as blocks. */
export function QuestionTable({
  questions,
  onEdit,
  onDelete,
}: {
  questions: readonly Question[]
  onEdit: (question: Question) => void
  onDelete: (question: Question) => void
}) {
  const manager = useManagerMessages()
  const { difficulty } = useMessages()
  const format = useFormat()
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const pathTitles = new Map(paths.map((path) => [path.id, path.title]))
  return (
    <table aria-label={manager.listLabel} className={styles.table}>
      <thead>
        <tr>
          {[
            manager.question,
            manager.category,
            manager.difficulty,
            manager.learningPath,
            manager.points,
            manager.type,
          ].map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{manager.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {questions.map((question) => (
          <tr key={question.id}>
            <td className={styles.question}>
              <p dir="auto" className={styles.title}>
                <InlineCode text={question.title} />{' '}
                <Tag tone={question.isActive ? 'ok' : 'bad'}>
                  {question.isActive ? manager.activeBadge : manager.inactiveBadge}
                </Tag>
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
            <td data-label={manager.category}>{question.category}</td>
            <td data-label={manager.difficulty}>{difficulty[question.difficulty]}</td>
            <td data-label={manager.learningPath}>
              {question.learningPath === null
                ? '–'
                : (pathTitles.get(question.learningPath) ?? question.learningPath)}
            </td>
            <td data-label={manager.points} data-numeric>
              {format.number(question.points)}
            </td>
            <td data-label={manager.type}>{manager.types[question.type]}</td>
            <td className={styles.actions}>
              <IconButton
                icon={Pencil}
                label={manager.editQuestion(question.title)}
                onClick={() => onEdit(question)}
              />
              <IconButton
                icon={Trash2}
                label={manager.deleteQuestion(question.title)}
                onClick={() => onDelete(question)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
