import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useStatusMessages } from '../../shared/admin/status-messages.en.ts'
import { TextDiff as Diff } from '../../shared/admin/text-diff.tsx'
import { categoriesQuery, learningPathsQuery, sectionsQuery, topicsQuery } from '../../shared/api/catalog.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { numberText } from '../../shared/ui/typed-solution.tsx'
import styles from './field-diff.module.css'
import type { ManagerMessages } from './messages.en.ts'
import { useManagerMessages } from './messages.en.ts'

/** A diff of two texts, with the labels of question versions. */
export function TextDiff(texts: { before: string; after: string }) {
  const { history, form } = useManagerMessages()
  return <Diff {...texts} labels={{ ...history, nothing: form.nothing }} />
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
  const { form: messages, types } = useManagerMessages()
  const { names } = useStatusMessages()
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
      status: names[content.status],
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

/** Finds the fields that differ between two versions of a question. */
export function useFieldChanges(): (before: QuestionContent, after: QuestionContent) => FieldChange[] {
  const textsOf = useFieldTexts()
  return (before, after) => {
    const old = new Map(textsOf(before).map(({ field, text }) => [field, text]))
    return textsOf(after)
      .map((changed) => ({ ...changed, before: old.get(changed.field) ?? '' }))
      .filter((changed) => changed.text !== changed.before)
  }
}

interface FieldChange extends FieldText {
  before: string
}

/** Fields of a question with their text, or with the difference from an earlier one. */
export const FieldList = ({ fields }: { fields: readonly (FieldText | FieldChange)[] }) => (
  <dl className={styles.fields}>
    {fields.map(({ field, label, text, ...change }) => (
      <div key={field}>
        <dt>{label}</dt>
        <dd dir="auto" className={styles.text}>
          {'before' in change ? <TextDiff before={change.before} after={text} /> : text}
        </dd>
      </div>
    ))}
  </dl>
)

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
