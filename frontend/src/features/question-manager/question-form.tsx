import type { Question } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type FormEvent, lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { managesContent, useAdminSelf } from '../../shared/admin/admin-self.ts'
import { ResumedNote } from '../../shared/admin/draft-notes.tsx'
import { useSavedDraft } from '../../shared/admin/drafts.ts'
import { mayEdit, StatusPanel } from '../../shared/admin/status-panel.tsx'
import { ApiError } from '../../shared/api/api-error.ts'
import { categoriesQuery } from '../../shared/api/catalog.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { useQuestionWrites } from './api.ts'
import { useManagerMessages } from './messages.en.ts'
import {
  bodyOf,
  changesOf,
  checkDraft,
  type DraftErrors,
  draftOf,
  draftQuestion,
  emptyDraft,
  type QuestionDraft,
  questionDrafts,
} from './question-draft.ts'
import { QuestionFields } from './question-fields.tsx'
import styles from './question-form.module.css'

const LeaveDialog = lazy(() => import('../../shared/admin/leave-dialog.tsx'))

import { useStatusMessages } from '../../shared/admin/status-messages.en.ts'

const ConflictChoice = lazy(() => import('./conflict-choice.tsx'))

/** The inline form for a new question or an existing one. Closes itself after saving. */
export function QuestionForm({
  question,
  preview,
  onClose,
  onKeyChanged,
  onStatusChanged,
}: {
  question?: Question | undefined
  preview: Preview
  onClose: () => void
  onKeyChanged?: ((change: KeyChange) => void) | undefined
  onStatusChanged?: () => void
}) {
  const manager = useManagerMessages()
  const { form: messages } = manager
  const editorial = useStatusMessages()
  const self = useAdminSelf()
  const isAdmin = managesContent(self)
  const editable = question === undefined || mayEdit(question, self)
  const { common } = useMessages()
  const errorText = useErrorText()
  const { create, update } = useQuestionWrites()
  const { draft, setDraft, dirty, version, resumed, startOver, forget, rebase } = useDraft(question)
  const [fieldErrors, setFieldErrors] = useState<DraftErrors>({})
  const [leaving, setLeaving] = useState(false)
  const [key] = useState(newId)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const pending = create.isPending || update.isPending
  const failure = create.error ?? update.error
  const remaining = stillWrong(fieldErrors, checkDraft(draft, messages))
  const overtaken = question && update.error instanceof ApiError && [404, 412].includes(update.error.status)
  const done = () => {
    forget()
    onClose()
  }

  const save = (edited: QuestionDraft, stored: Question | undefined, base?: number, status?: SavedStatus) => {
    const over = stored && { id: stored.id, version: base ?? stored.version }
    const withStatus = status && { status }
    const body = { ...(stored ? changesOf(edited, stored) : bodyOf(edited)), ...withStatus }
    // A body changed after a failure is a new request, so it needs a new idempotency key.
    const idempotencyKey = `${key}-${hash(JSON.stringify([body, over?.version]))}`
    if (over && stored)
      update.mutate(
        { body, key: idempotencyKey, question: over },
        {
          onSuccess: ({ data }) => {
            if (isAdmin && hasNewKey(stored, data)) onKeyChanged?.({ id: data.id, version: data.version })
            done()
          },
        },
      )
    else
      create.mutate({ body: { ...bodyOf(edited), ...withStatus }, key: idempotencyKey }, { onSuccess: done })
  }
  const form = useFocusFirstError(fieldErrors)
  const attempt = (status?: SavedStatus) => {
    if (pending) return
    const found = checkDraft(draft, messages)
    setFieldErrors(found)
    if (Object.keys(found).length > 0) return
    save(draft, question, version ?? undefined, status)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    attempt(isAdmin ? undefined : 'in-review')
  }

  const title = question ? messages.editTitle : messages.createTitle
  return (
    <section aria-labelledby="question-form" className={styles.panel}>
      <h2 id="question-form" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {question && isAdmin && (
        <p className={styles.links}>
          <Link to={`/admin/reports/questions/${question.id}`}>{messages.report}</Link>
          <Link to={`/admin/translations?open=${question.id}`}>{messages.translation}</Link>
        </p>
      )}
      {question && (isAdmin || !editable) && (
        <StatusPanel
          content={{ kind: 'questions', ...question }}
          check={async () => (dirty && editable ? editorial.unsaved : null)}
          onDone={(_message, changed) => {
            rebase(question.version, changed)
            onStatusChanged?.()
          }}
        />
      )}
      {question && question.statusComment !== null && editable && !isAdmin && (
        <Alert tone="info" title={editorial.returned}>
          {question.statusComment}
        </Alert>
      )}
      {resumed && editable && (
        <ResumedNote
          at={resumed.at}
          overtaken={question !== undefined && resumed.version !== question.version}
          onDrop={() => startOver()}
        />
      )}
      {question && !editable ? (
        <>
          <p className={styles.quiet}>{editorial.readOnly}</p>
          <PreviewPane draft={draft} question={question} preview={preview} />
          <Button onClick={onClose}>{common.close}</Button>
        </>
      ) : overtaken && question ? (
        <Suspense>
          <ConflictChoice
            question={question}
            version={version ?? question.version}
            mine={draft}
            pending={pending}
            onSave={(chosen, theirs) => save(chosen, theirs)}
            onSaveAsNew={() => save(draft, undefined)}
            onBack={() => update.reset()}
            onNothing={done}
          />
        </Suspense>
      ) : (
        <div className={styles.sides}>
          <form ref={form} onSubmit={submit} noValidate className={styles.form}>
            {failure && (
              <Alert tone="error" title={question ? manager.updateFailed : manager.createFailed}>
                {errorText(failure)}
              </Alert>
            )}
            {Object.keys(remaining).length > 0 && <Alert tone="error">{messages.problem}</Alert>}
            <QuestionFields
              question={question}
              draft={draft}
              fieldErrors={remaining}
              disabled={pending}
              onChange={setDraft}
            />
            <div className={styles.actions}>
              <Button onClick={() => (dirty ? setLeaving(true) : done())} disabled={pending}>
                {common.cancel}
              </Button>
              {!(isAdmin && question) && (
                <Button onClick={() => attempt('draft')} disabled={pending}>
                  {editorial.saveDraft}
                </Button>
              )}
              <Button type="submit" variant="primary" pending={pending}>
                {pending
                  ? messages.saving
                  : !isAdmin
                    ? editorial.actions.submit
                    : question
                      ? messages.update
                      : messages.create}
              </Button>
            </div>
          </form>
          <PreviewPane draft={draft} question={question} preview={preview} />
        </div>
      )}
      {leaving && (
        <Suspense>
          <LeaveDialog onStay={() => setLeaving(false)} onLeave={done} />
        </Suspense>
      )}
    </section>
  )
}

/** A question whose key was changed, and the version that has the new one. */
export type KeyChange = Pick<Question, 'id' | 'version'>

/** Whether answers to the old version can be regraded by the new one's key, and might get another grade. */
function hasNewKey(before: Question, after: Question): boolean {
  return choicesOf(before) === choicesOf(after) && keyOf(before) !== keyOf(after)
}

/** The ids of what a learner could choose from; of a text or number, its kind. */
function choicesOf({ options, prompt }: Question): string {
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id).sort()
  if (!prompt) return JSON.stringify(ids(options))
  return prompt.kind === 'pairs' ? JSON.stringify([ids(prompt.left), ids(prompt.right)]) : prompt.kind
}

function keyOf({ options, answer }: Question): string {
  const key = answer?.kind === 'pairs' ? answer.pairs.map(({ id, right }) => [id, right]) : answer
  return JSON.stringify([options.flatMap(({ id, isCorrect }) => (isCorrect ? [id] : [])).sort(), key])
}

/** How an author saves a question; an admin also saves it with the status it has. */
type SavedStatus = 'draft' | 'in-review'

/** The field errors of the last attempt that aren't fixed yet. */
const stillWrong = (sentWith: DraftErrors, now: DraftErrors): DraftErrors =>
  Object.fromEntries(Object.entries(now).filter(([field]) => field in sentWith))

/** FNV-1a, 32 bit. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let position = 0; position < text.length; position += 1) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193)
  }
  return (value >>> 0).toString(16)
}

/** The draft in the form of a question, existing or new. */
const useDraft = (question: Question | undefined) =>
  useSavedDraft({
    store: questionDrafts,
    target: question?.id ?? null,
    begin: () => ({ draft: question ? draftOf(question) : emptyDraft(), version: question?.version ?? null }),
    serialize: (draft) => serialize(draft, question),
  })

/** Includes what isn't sent: an option without a text is still unsaved work. */
const serialize = (draft: QuestionDraft, question: Question | undefined) =>
  JSON.stringify([
    question ? changesOf(draft, question) : bodyOf(draft),
    draft.options.map(({ text, feedback, isCorrect }) => [text, feedback, isCorrect]),
    draft.checklist.map(({ text, followUp }) => [text, followUp]),
    draft.pairs.map(({ left, right }) => [left, right]),
  ])

/** The question as a learner will see it, updated shortly after typing. */
function PreviewPane({
  draft,
  question,
  preview,
}: {
  draft: QuestionDraft
  question: Question | undefined
  preview: Preview
}) {
  const { form: messages } = useManagerMessages()
  const shown = useDeferredValue(draft)
  const { data: categories = [] } = useQuery(categoriesQuery)
  // A category chosen in the form is an id.
  const category = categories.find(({ id }) => id === shown.category)?.name ?? shown.category
  const empty = shown.title.trim() === '' && shown.content.trim() === ''
  return (
    <section aria-labelledby="question-preview" className={styles.preview}>
      <h3 id="question-preview" className={styles.previewTitle}>
        {messages.preview}
      </h3>
      {empty ? (
        <p className={styles.quiet}>{messages.previewEmpty}</p>
      ) : (
        preview(draftQuestion({ ...shown, category }, question))
      )}
    </section>
  )
}

/** Renders a question as a learner would see it. */
export type Preview = (question: Question) => ReactNode
