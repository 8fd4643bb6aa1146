import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { categoriesQuery, learningPathsQuery, topicsQuery } from '../../shared/api/catalogue.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../shared/ui/fields.tsx'
import { useFocusFirstFault } from '../../shared/ui/use-focus-first-fault.ts'
import { checkDraft, type DraftFaults } from './check-draft.ts'
import { useManagerMessages } from './manager-messages.ts'
import { OptionsEditor } from './options-editor.tsx'
import { bodyOf, draftOf, emptyDraft, hasOptions, type QuestionDraft } from './question-draft.ts'
import styles from './question-form.module.css'
import { useQuestionWrites } from './use-question-writes.ts'

/** The inline form: a new question, or the one being edited. Closes itself when it is saved. */
export function QuestionForm({
  question,
  onClose,
  onStale,
}: {
  question?: Question | undefined
  onClose: () => void
  onStale: () => void
}) {
  const manager = useManagerMessages()
  const { form: messages } = manager
  const { difficulty, common } = useMessages()
  const errorText = useErrorText()
  const { create, update } = useQuestionWrites()
  const [draft, setDraft] = useState<QuestionDraft>(() => (question ? draftOf(question) : emptyDraft()))
  const [faults, setFaults] = useState<DraftFaults>({})
  const [key] = useState(newId)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const { data: topics = [] } = useQuery(topicsQuery)
  const pending = create.isPending || update.isPending
  const failure = create.error ?? update.error
  const isStale = failure instanceof ApiError && failure.status === 412

  const set = <Name extends keyof QuestionDraft>(name: Name, value: QuestionDraft[Name]) =>
    setDraft((before) => ({ ...before, [name]: value }))
  const text = (name: 'title' | 'content' | 'explanation' | 'tags' | 'points' | 'timeLimit') => ({
    value: draft[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    disabled: pending,
  })
  const choice = (
    name: 'category' | 'learningPath' | 'topic',
    entries: readonly { id: string; name: string }[],
  ) => ({
    value: entries.find((entry) => entry.name === draft[name])?.id ?? draft[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    disabled: pending,
    choices: [
      { value: '', label: messages.choose },
      ...entries.map((entry) => ({ value: entry.id, label: entry.name })),
    ],
  })

  const form = useFocusFirstFault(faults)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    const found = checkDraft(draft, question, messages)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const body = bodyOf(draft, question)
    // A body that changed after a failure is another request: the key says so.
    const request = { body, key: `${key}-${hash(JSON.stringify(body))}` }
    if (question) update.mutate({ ...request, question }, { onSuccess: onClose })
    else create.mutate(request, { onSuccess: onClose })
  }

  const title = question ? messages.editTitle : messages.createTitle
  return (
    <section aria-labelledby="question-form" className={styles.panel}>
      <h2 id="question-form" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        {failure && (
          <Alert
            tone="error"
            title={question ? manager.updateFailed : manager.createFailed}
            action={isStale && <Button onClick={onStale}>{messages.staleAction}</Button>}
          >
            {isStale ? messages.stale : errorText(failure)}
          </Alert>
        )}
        {Object.keys(faults).length > 0 && <Alert tone="error">{messages.fault}</Alert>}
        <TextField
          label={messages.titleField}
          {...text('title')}
          maxLength={300}
          error={faults.title}
          dir="auto"
        />
        <TextAreaField
          label={messages.content}
          hint={messages.markdownHint}
          {...text('content')}
          rows={6}
          error={faults.content}
          dir="auto"
        />
        <div className={styles.row}>
          {hasOptions(question) && (
            <SelectField
              label={messages.type}
              value={draft.selection}
              disabled={pending}
              onChange={(event) => setDraft(withSelection(draft, event.target.value))}
              choices={[
                { value: 'single', label: messages.single },
                { value: 'multiple', label: messages.multiple },
              ]}
            />
          )}
          <SelectField
            label={manager.difficulty}
            value={draft.difficulty}
            disabled={pending}
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
            min={1}
            max={100}
            {...text('points')}
            error={faults.points}
          />
          <TextField
            label={messages.timeLimit}
            hint={messages.timeLimitHint}
            type="number"
            min={10}
            max={300}
            {...text('timeLimit')}
            error={faults.timeLimit}
          />
        </div>
        {hasOptions(question) && (
          <OptionsEditor
            options={draft.options}
            single={draft.selection === 'single'}
            disabled={pending}
            error={faults.options}
            onChange={(options) => set('options', options)}
          />
        )}
        <TextAreaField
          label={messages.explanation}
          hint={messages.markdownHint}
          {...text('explanation')}
          error={faults.explanation}
          dir="auto"
        />
        <div className={styles.row}>
          <SelectField label={manager.category} {...choice('category', categories)} error={faults.category} />
          <SelectField label={manager.learningPath} {...choice('learningPath', paths)} optional />
          <SelectField label={manager.topic} {...choice('topic', topics)} optional />
          <TextField label={messages.tags} hint={messages.tagsHint} {...text('tags')} optional />
        </div>
        <CheckboxField
          label={messages.isActive}
          checked={draft.isActive}
          disabled={pending}
          onChange={(event) => set('isActive', event.target.checked)}
        />
        <div className={styles.actions}>
          <Button onClick={onClose} disabled={pending}>
            {common.cancel}
          </Button>
          <Button type="submit" variant="primary" pending={pending}>
            {pending ? messages.saving : question ? messages.update : messages.create}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** With one right answer allowed, the first that was marked stays. */
function withSelection(draft: QuestionDraft, value: string): QuestionDraft {
  if (value === 'multiple') return { ...draft, selection: 'multiple' }
  const first = draft.options.findIndex((option) => option.isCorrect)
  const options = draft.options.map((option, position) => ({ ...option, isCorrect: position === first }))
  return { ...draft, selection: 'single', options }
}

/** FNV-1a, 32 bit. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let position = 0; position < text.length; position += 1) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193)
  }
  return (value >>> 0).toString(16)
}
