import type { Question } from '@rehearse/contracts'
import {
  OPTIONS_MAX,
  OPTIONS_MIN,
  QUESTION_POINTS,
  QUESTION_TIME_LIMIT,
  TEXT_MAX,
} from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import type { Dispatch, SetStateAction } from 'react'
import { useId } from 'react'
import { OptionMark } from '../../shared/admin/option-mark.tsx'
import { categoriesQuery, learningPathsQuery, topicsQuery } from '../../shared/api/catalog.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../shared/ui/fields.tsx'
import { useManagerMessages } from './messages.en.ts'
import type { DraftErrors } from './question-draft.ts'
import { type DraftOption, emptyOption, hasOptions, letterOf, type QuestionDraft } from './question-draft.ts'
import styles from './question-form.module.css'
import { SimilarQuestions } from './similar-questions.tsx'

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
  const text = (name: 'title' | 'content' | 'explanation' | 'tags' | 'points' | 'timeLimit') => ({
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
      <TextAreaField
        label={messages.content}
        hint={messages.markdownHint}
        {...text('content')}
        rows={6}
        error={fieldErrors.content}
        dir="auto"
      />
      <div className={styles.row}>
        {hasOptions(question) && (
          <SelectField
            label={messages.type}
            value={draft.selection}
            disabled={disabled}
            onChange={(event) => onChange(withSelection(draft, event.target.value))}
            choices={[
              { value: 'single', label: messages.single },
              { value: 'multiple', label: messages.multiple },
            ]}
          />
        )}
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
      {hasOptions(question) && (
        <OptionsEditor
          options={draft.options}
          single={draft.selection === 'single'}
          disabled={disabled}
          error={fieldErrors.options}
          onChange={(options) => set('options', options)}
        />
      )}
      <TextAreaField
        label={messages.explanation}
        hint={messages.markdownHint}
        {...text('explanation')}
        error={fieldErrors.explanation}
        dir="auto"
      />
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

/** If only one correct option is allowed, the first marked one stays. */
function withSelection(draft: QuestionDraft, value: string): QuestionDraft {
  if (value === 'multiple') return { ...draft, selection: 'multiple' }
  const first = draft.options.findIndex((option) => option.isCorrect)
  const options = draft.options.map((option, position) => ({ ...option, isCorrect: position === first }))
  return { ...draft, selection: 'single', options }
}

/** The options of a question: the text, whether it is correct, and the feedback. */
function OptionsEditor({
  options,
  single,
  disabled,
  error,
  onChange,
}: {
  options: readonly DraftOption[]
  single: boolean
  disabled: boolean
  error: string | undefined
  onChange: (options: DraftOption[]) => void
}) {
  const messages = useManagerMessages().form
  const id = useId()
  const change = (key: string, part: Partial<DraftOption>) =>
    onChange(options.map((option) => (option.key === key ? { ...option, ...part } : option)))
  const mark = (key: string, isCorrect: boolean) =>
    single
      ? onChange(options.map((option) => ({ ...option, isCorrect: option.key === key })))
      : change(key, { isCorrect })

  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
      data-problem={error ? true : undefined}
      className={styles.options}
    >
      <legend className={styles.legend}>{messages.options}</legend>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
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
            <TextField
              label={messages.option(letter)}
              hideLabel
              placeholder={messages.option(letter)}
              value={option.text}
              maxLength={TEXT_MAX.option}
              onChange={(event) => change(option.key, { text: event.target.value })}
              dir="auto"
            />
            <TextField
              label={messages.feedback(letter)}
              hideLabel
              placeholder={messages.feedbackPlaceholder}
              value={option.feedback}
              maxLength={TEXT_MAX.option}
              onChange={(event) => change(option.key, { feedback: event.target.value })}
              dir="auto"
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
      {options.length < OPTIONS_MAX && (
        <Button variant="ghost" className={styles.add} onClick={() => onChange([...options, emptyOption()])}>
          <Plus aria-hidden size={16} />
          {messages.addOption}
        </Button>
      )}
    </fieldset>
  )
}
