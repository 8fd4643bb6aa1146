import type { Question } from '@rehearse/contracts'
import { OPTIONS_MAX, OPTIONS_MIN, TEXT_MAX } from '@rehearse/contracts/constants'
import { QUESTION_POINTS, QUESTION_TIME_LIMIT } from '@rehearse/contracts/content-limits'
import { isTyped } from '@rehearse/contracts/typed-grading'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { lazy, Suspense, useId } from 'react'
import { OptionMark } from '../../shared/admin/option-mark.tsx'
import { categoriesQuery, learningPathsQuery, topicsQuery } from '../../shared/api/catalog.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField, TextField } from '../../shared/ui/fields.tsx'
import { MarkdownField } from '../../shared/ui/markdown/markdown-field.tsx'
import { optionPreview } from '../../shared/ui/markdown/option-markup.tsx'
import { ListFieldset } from './list-fieldset.tsx'
import { useManagerMessages } from './messages.en.ts'
import type { DraftErrors, DraftOption, DraftPoint, DraftType, QuestionDraft } from './question-draft.ts'
import { emptyOption, isSelfGraded, letterOf, mayHaveOptions, point } from './question-draft.ts'
import styles from './question-form.module.css'
import { SimilarQuestions } from './similar-questions.tsx'

const AnswerFields = lazy(() => import('./answer-fields.tsx'))

export function QuestionFields({
  question,
  draft,
  fieldErrors,
  disabled,
  onChange,
}: {
  question: Question | undefined
  draft: QuestionDraft
  fieldErrors: DraftErrors
  disabled: boolean
  onChange: Dispatch<SetStateAction<QuestionDraft>>
}) {
  const manager = useManagerMessages()
  const { form: messages } = manager
  const { difficulty } = useMessages()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const { data: topics = [] } = useQuery(topicsQuery)

  const set = <Name extends keyof QuestionDraft>(name: Name, value: QuestionDraft[Name]) =>
    onChange((before) => ({ ...before, [name]: value }))
  const text = (name: 'title' | 'tags' | 'points' | 'timeLimit') => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    disabled,
  })
  const choice = (
    name: 'category' | 'learningPath' | 'topic',
    entries: readonly { id: string; name: string }[],
  ) => ({
    value: entries.find((entry) => entry.name === draft[name])?.id ?? draft[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    disabled,
    choices: [
      { value: '', label: messages.choose },
      ...entries.map((entry) => ({ value: entry.id, label: entry.name })),
    ],
  })

  return (
    <>
      <TextField
        label={messages.titleField}
        {...text('title')}
        maxLength={TEXT_MAX.questionTitle}
        error={fieldErrors.title}
        dir="auto"
      />
      <SimilarQuestions draft={draft} ownId={question?.id} />
      <MarkdownField
        label={messages.content}
        hint={messages.markdownHint}
        value={draft.content}
        onValue={(content) => set('content', content)}
        disabled={disabled}
        rows={6}
        error={fieldErrors.content}
      />
      <div className={styles.row}>
        <SelectField
          label={messages.type}
          value={draft.type}
          disabled={disabled}
          onChange={(event) => onChange(withType(draft, event.target.value as DraftType, messages))}
          choices={[
            { value: 'single', label: messages.single },
            { value: 'multiple', label: messages.multiple },
          ]}
        >
          <optgroup label={messages.moreTypes}>
            {moreTypes.map((type) => (
              <option key={type} value={type}>
                {manager.types[type]}
              </option>
            ))}
          </optgroup>
        </SelectField>
        <SelectField
          label={manager.difficulty}
          value={draft.difficulty}
          disabled={disabled}
          onChange={(event) => set('difficulty', event.target.value as QuestionDraft['difficulty'])}
          choices={(['easy', 'medium', 'hard'] as const).map((level) => ({
            value: level,
            label: difficulty[level],
          }))}
        />
        <TextField
          label={manager.points}
          hint={messages.pointsHint}
          type="number"
          min={QUESTION_POINTS.min}
          max={QUESTION_POINTS.max}
          {...text('points')}
          error={fieldErrors.points}
        />
        <TextField
          label={messages.timeLimit}
          hint={messages.timeLimitHint}
          type="number"
          min={QUESTION_TIME_LIMIT.min}
          max={QUESTION_TIME_LIMIT.max}
          {...text('timeLimit')}
          error={fieldErrors.timeLimit}
        />
      </div>
      {mayHaveOptions(draft.type) && (
        <OptionsEditor
          options={draft.options}
          type={draft.type}
          disabled={disabled}
          error={fieldErrors.options}
          onChange={(options) => set('options', options)}
        />
      )}
      {isTyped(draft.type) && (
        <Suspense>
          <AnswerFields draft={draft} disabled={disabled} error={fieldErrors.answer} onChange={onChange} />
        </Suspense>
      )}
      <MarkdownField
        label={draft.type === 'open-ended' ? messages.modelAnswer : messages.explanation}
        hint={messages.markdownHint}
        value={draft.explanation}
        onValue={(explanation) => set('explanation', explanation)}
        disabled={disabled}
        rows={4}
        showsPreview
        error={fieldErrors.explanation}
      />
      {isSelfGraded(draft) && (
        <ChecklistEditor
          points={draft.checklist}
          disabled={disabled}
          onChange={(checklist) => set('checklist', checklist)}
        />
      )}
      <div className={styles.row}>
        <SelectField
          label={manager.category}
          {...choice('category', categories)}
          error={fieldErrors.category}
        />
        <SelectField label={manager.learningPath} {...choice('learningPath', paths)} optional />
        <SelectField label={manager.topic} {...choice('topic', topics)} optional />
        <TextField label={messages.tags} hint={messages.tagsHint} {...text('tags')} optional />
      </div>
      <CheckboxField
        label={messages.isActive}
        checked={draft.isActive}
        disabled={disabled}
        onChange={(event) => set('isActive', event.target.checked)}
      />
    </>
  )
}

/** Types that the specification's form doesn't have. */
const moreTypes = ['true-false', 'open-ended', 'code', 'matching', 'short-answer', 'numeric'] as const

/** If only one correct option is allowed, the first marked one stays. */
function withType(
  draft: QuestionDraft,
  type: DraftType,
  messages: { isTrue: string; isFalse: string },
): QuestionDraft {
  const isEmpty = draft.options.every(({ text }) => text.trim() === '')
  if (type === 'true-false' && isEmpty) {
    return { ...draft, type, options: [messages.isTrue, messages.isFalse].map((text) => emptyOption(text)) }
  }
  if (!isSingle(type)) return { ...draft, type }
  const first = draft.options.findIndex((option) => option.isCorrect)
  const options = draft.options.map((option, position) => ({ ...option, isCorrect: position === first }))
  return { ...draft, type, options }
}

const isSingle = (type: DraftType) => type === 'single' || type === 'true-false'

/** The options of a question: the text, whether it is correct, and the feedback. */
function OptionsEditor({
  options,
  type,
  disabled,
  error,
  onChange,
}: {
  options: readonly DraftOption[]
  type: DraftType
  disabled: boolean
  error: string | undefined
  onChange: (options: DraftOption[]) => void
}) {
  const messages = useManagerMessages().form
  const id = useId()
  const single = isSingle(type)
  const most = type === 'true-false' ? OPTIONS_MIN : OPTIONS_MAX
  const change = (key: string, part: Partial<DraftOption>) =>
    onChange(options.map((option) => (option.key === key ? { ...option, ...part } : option)))
  const mark = (key: string, isCorrect: boolean) =>
    single
      ? onChange(options.map((option) => ({ ...option, isCorrect: option.key === key })))
      : change(key, { isCorrect })

  return (
    <ListFieldset
      legend={messages.options}
      hint={type === 'code' ? messages.codeOptionsHint : undefined}
      error={error}
      disabled={disabled}
      addLabel={messages.addOption}
      onAdd={options.length < most ? () => onChange([...options, emptyOption()]) : undefined}
    >
      {options.map((option, position) => {
        const letter = letterOf(position)
        return (
          <div key={option.key} className={styles.option}>
            <OptionMark
              type={single ? 'radio' : 'checkbox'}
              name={`${id}-correct`}
              letter={letter}
              label={messages.optionCorrect(letter)}
              checked={option.isCorrect}
              onChange={(event) => mark(option.key, event.target.checked)}
            />
            <MarkdownField
              label={messages.option(letter)}
              hideLabel
              placeholder={messages.option(letter)}
              value={option.text}
              rows={1}
              maxLength={TEXT_MAX.option}
              render={optionPreview}
              onValue={(text) => change(option.key, { text })}
            />
            <MarkdownField
              label={messages.feedback(letter)}
              hideLabel
              placeholder={messages.feedbackPlaceholder}
              value={option.feedback}
              rows={1}
              showsPreview
              maxLength={TEXT_MAX.option}
              onValue={(feedback) => change(option.key, { feedback })}
            />
            <IconButton
              icon={Trash2}
              label={messages.removeOption(letter)}
              disabled={options.length <= OPTIONS_MIN}
              onClick={() => onChange(options.filter((other) => other.key !== option.key))}
            />
          </div>
        )
      })}
    </ListFieldset>
  )
}

/** The points that a good answer covers, which learners check theirs against. */
function ChecklistEditor({
  points,
  disabled,
  onChange,
}: {
  points: readonly DraftPoint[]
  disabled: boolean
  onChange: (points: DraftPoint[]) => void
}) {
  const { form: messages } = useManagerMessages()
  const change = (key: string, changes: Partial<DraftPoint>) =>
    onChange(points.map((point) => (point.key === key ? { ...point, ...changes } : point)))
  return (
    <ListFieldset
      legend={messages.checklist}
      hint={messages.checklistHint}
      disabled={disabled}
      addLabel={messages.addPoint}
      onAdd={() => onChange([...points, point()])}
    >
      {points.map(({ key, text, followUp = '' }, position) => (
        <div key={key} className={styles.point}>
          <MarkdownField
            label={messages.checklistPoint(position + 1)}
            hideLabel
            placeholder={messages.checklistPoint(position + 1)}
            value={text}
            rows={1}
            onValue={(value) => change(key, { text: value })}
          />
          <IconButton
            icon={Trash2}
            label={messages.removePoint(position + 1)}
            onClick={() => onChange(points.filter((other) => other.key !== key))}
          />
          <MarkdownField
            label={messages.pointFollowUp(position + 1)}
            hideLabel
            placeholder={messages.pointFollowUp(position + 1)}
            value={followUp}
            rows={1}
            onValue={(value) => change(key, { followUp: value })}
          />
        </div>
      ))}
    </ListFieldset>
  )
}
