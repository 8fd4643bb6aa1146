import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { type Change, diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import { categoriesQuery, learningPathsQuery, sectionsQuery, topicsQuery } from '../../shared/api/catalog.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { numberText } from '../../shared/ui/typed-solution.tsx'
import type { ManagerMessages } from './messages.en.ts'
import { useManagerMessages } from './messages.en.ts'
import styles from './question-versions.module.css'

/** After this many edits, two texts have so little in common that they are better shown one after the other. */
const MOST_EDITS = 1_500

/** A diff of two texts: removed text is struck through, added text underlined; screen readers announce both. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const { history, form } = useManagerMessages()
  const pieces = useMemo(() => piecesOf(before, after), [before, after])
  return (
    <span dir="auto" className={styles.diff}>
      {pieces.map(({ at, value, added, removed }) => {
        if (added) {
          return (
            <ins key={at} className={styles.added}>
              <span className="visually-hidden">{history.added} </span>
              {value}
            </ins>
          )
        }
        if (removed) {
          return (
            <del key={at} className={styles.removed}>
              <span className="visually-hidden">{history.removed} </span>
              {value}
            </del>
          )
        }
        return <span key={at}>{value}</span>
      })}
      {before === '' && after === '' && form.nothing}
    </span>
  )
}

function piecesOf(before: string, after: string): (Change & { at: number })[] {
  const whole = [
    { value: before, removed: true, added: false, count: 1 },
    { value: after, removed: false, added: true, count: 1 },
  ].filter(({ value }) => value !== '')
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) ?? whole
  let at = 0
  return changes.map((change) => {
    const piece = { ...change, at }
    at += change.value.length
    return piece
  })
}

export type FieldName = keyof ManagerMessages['form']['fields']
/** The compared fields of a question version. */
type QuestionContent = Pick<Question, FieldName>

interface FieldText {
  field: FieldName
  label: string
  text: string
}

/** Formats each field of a question as text, to compare two versions. */
export function useFieldTexts(): (content: QuestionContent) => FieldText[] {
  const { form: messages, types, editorial } = useManagerMessages()
  const { difficulty } = useMessages()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: topics = [] } = useQuery(topicsQuery)
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const { data: sections = [] } = useQuery(sectionsQuery)
  const place = (value: string | null, entries: readonly { id: string; name: string }[]) =>
    entries.find((entry) => entry.id === value)?.name ?? value ?? ''
  const yesNo = (value: boolean) => (value ? messages.yes : messages.no)

  return (content) => {
    const texts: Record<FieldName, string> = {
      title: content.title,
      content: content.content,
      type: types[content.type],
      difficulty: difficulty[content.difficulty],
      options: content.options.map(optionText).join('\n'),
      answer: content.answer ? answerText(content.answer, messages) : '',
      explanation: content.explanation,
      category: place(content.category, categories),
      subcategory: content.subcategory ?? '',
      learningPath: place(content.learningPath, paths),
      topic: place(content.topic, topics),
      sectionId: place(content.sectionId, sections),
      tags: content.tags.join(', '),
      points: String(content.points),
      timeLimit: String(content.timeLimit),
      isActive: yesNo(content.isActive),
      approved: yesNo(content.approved),
      status: editorial.names[content.status],
      audioQuestion: content.audioQuestion ?? '',
      audioAnswer: content.audioAnswer ?? '',
    }
    return (Object.keys(texts) as FieldName[]).map((field) => ({
      field,
      label: messages.fields[field],
      text: texts[field],
    }))
  }
}

function answerText(answer: NonNullable<Question['answer']>, messages: ManagerMessages['form']): string {
  switch (answer.kind) {
    case 'pairs': {
      const pairs = answer.pairs.map(({ left, right }) => `${left} – ${right}`)
      return [...pairs, ...(answer.extra ?? []).map((text) => `– ${text}`)].join('\n')
    }
    case 'text':
      return [
        ...answer.accepted,
        ...(answer.caseSensitive ? [`(${messages.caseSensitive})`] : []),
        ...(answer.whitespace === 'exact' ? [`(${messages.exactSpace})`] : []),
      ].join('\n')
    case 'number':
      return numberText(answer)
  }
}

const optionText = ({ text, isCorrect, feedback }: Question['options'][number]) =>
  `${isCorrect ? '✓' : '✗'} ${text}${feedback ? `\n   ${feedback}` : ''}`
