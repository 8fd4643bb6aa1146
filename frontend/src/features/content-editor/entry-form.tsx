import { bareDiagram } from '@rehearse/contracts/questions/diagram-markup'
import { useQuery } from '@tanstack/react-query'
import {
  type FormEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { managesContent, useAdminSelf } from '../../shared/admin/admin-self.ts'
import { ResumedNote } from '../../shared/admin/draft-notes.tsx'
import { useSavedDraft } from '../../shared/admin/drafts.ts'
import { useStatusMessages } from '../../shared/admin/status-messages.en.ts'
import { mayEdit, StatusPanel, type StatusSubject } from '../../shared/admin/status-panel.tsx'
import { ApiError, type FieldErrors } from '../../shared/api/api-error.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText, useFieldErrors } from '../../shared/ui/load-failed.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import { diagramsQuery, entriesQuery, entryQuery, useEntryWrites } from './api.ts'
import type { Draft, DraftItem, Field } from './collection.ts'
import { type Collection, type Entry, isReviewed, kindOf, statedOf, titleOf } from './collection.ts'
import styles from './content-editor.module.css'
import { type Body, bodyOf, draftOf, entryDrafts, linesOf } from './draft.ts'
import { FieldEditors } from './field-editor.tsx'
import { FormContext } from './list-fields.tsx'
import { useContentMessages } from './messages.en.ts'

const LeaveDialog = lazy(() => import('../../shared/admin/leave-dialog.tsx'))
const EntryVersions = lazy(() => import('./entry-versions.tsx'))
const Discussion = lazy(() => import('../../shared/admin/comments/discussion.tsx'))
const Present = lazy(() => import('../../shared/admin/comments/present.tsx'))

export interface EntryFormProps {
  collection: Collection
  /** The entry being edited; without one, a new one is created. */
  entry?: Entry | undefined
  onClose: () => void
  beside?: Beside | undefined
}

/**
 * Content beside the form, based on its current draft. It can set the ref to a check of a draft before it is saved,
 * which returns why it can't be, or null.
 */
export type Beside = (body: Body, proof: RefObject<Proof | null>) => ReactNode
export type Proof = (draft: Body, stored: Body | undefined) => Promise<string | null>

/** The form for a new entry of a list, or an existing one. Closes itself after saving. */
export function EntryForm({ collection, entry, onClose, beside }: EntryFormProps) {
  const messages = useContentMessages()
  const { common } = useMessages()
  const editorial = useStatusMessages()
  const self = useAdminSelf()
  const isAdmin = managesContent(self)
  const errorText = useErrorText()
  const fieldErrorsOf = useFieldErrors()
  const { create, update } = useEntryWrites(collection)
  const { fields, follow } = collection
  const { draft, setDraft, dirty, version, resumed, startOver, forget } = useSavedDraft<Draft>({
    store: entryDrafts(collection),
    target: entry?.id ?? null,
    begin: () => beginningOf(collection, entry),
    serialize: (given) => JSON.stringify(bodyOf(fields, given, null)),
  })
  // The revision being edited, which need not be the newest; loading the other admin's version replaces it.
  const [base, setBase] = useState(() => entry && { ...entry, revision: version ?? entry.revision })
  // Code editors hold their own state: a new key resets them.
  const [edition, setEdition] = useState(0)
  const [leaving, setLeaving] = useState(false)
  const [showsHistory, setShowsHistory] = useState(false)
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const proof = useRef<Proof>(null)
  const [isChecking, setIsChecking] = useState(false)
  const [notReady, setNotReady] = useState<string | null>(null)
  const { data: list } = useQuery(entriesQuery(collection))
  const { data: whole } = useQuery(entryQuery(collection, entry?.id))
  const newest = whole ? list?.map((one) => (one.id === whole.id ? whole : one)) : list
  const { data: diagrams } = useQuery(diagramsQuery(collection, entry?.id))
  const form = useFocusFirstError(fieldErrors)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const pending = isChecking || create.isPending || update.isPending
  const failure = create.error ?? update.error
  const latest = base && newest?.find(({ id, revision }) => id === base.id && revision === base.revision)
  const subject = base && subjectOf(collection, latest ?? base)
  const editable = subject === undefined || mayEdit(subject, self)
  const current = base && newest?.find(({ id, revision }) => id === base.id && revision !== base.revision)
  const isStale = failure instanceof ApiError && failure.status === 412
  const body = bodyOf(fields, draft, base ? null : undefined)

  const change = (next: Draft) => setDraft((before) => follow?.(before, next) ?? next)
  const done = () => {
    forget()
    onClose()
  }
  const send = (on: Entry | undefined, status: SavedStatus) => {
    const settled = { onSuccess: done, onError: (error: unknown) => setFieldErrors(fieldErrorsOf(error)) }
    const sent = { ...body, ...(status && { status }) }
    if (on) update.mutate({ entry: on, body: sent, key: newId() }, settled)
    else create.mutate({ body: { ...sent, ...lastIn(collection, newest) }, key: newId() }, settled)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    attempt(isAdmin || !isReviewed(collection) ? undefined : 'in-review')
  }
  const attempt = (status: SavedStatus) => {
    if (pending || !editable) return
    const found = fieldErrorsIn(fields, draft, messages.fieldErrors)
    setFieldErrors(found)
    if (Object.keys(found).length === 0) void checkAndSend(base, status)
  }
  /** What stays a draft is checked when it is approved. */
  const checkAndSend = async (on: Entry | undefined, status: SavedStatus) => {
    const after = status ?? subject?.status ?? 'approved'
    setNotReady(null)
    if (after !== 'draft' && after !== 'archived') {
      const wasChecked = subject?.status !== 'draft' && subject?.status !== 'archived'
      setIsChecking(true)
      const reason = (await proof.current?.(body, wasChecked ? storedBody() : undefined)) ?? null
      setIsChecking(false)
      setNotReady(reason)
      if (reason !== null) return
    }
    send(on, status)
  }
  const storedBody = () => base && bodyOf(fields, draftOf(fields, statedOf(collection, base)), null)
  const takeStoredVersion = (theirs = current) => {
    setBase(theirs)
    startOver(beginningOf(collection, theirs))
    setEdition(edition + 1)
    update.reset()
  }
  const keepOwnVersion = () => {
    setBase(current)
    void checkAndSend(current, undefined)
  }

  const { one, add } = messages.collections[collection.name]
  const content = entry && { kind: kindOf[collection.name], entryId: entry.id }
  return (
    <section aria-labelledby="entry-form" className={styles.editing}>
      <h2 id="entry-form" ref={heading} tabIndex={-1} dir="auto">
        {base ? messages.edit(titleOf(collection, base)) : add}
      </h2>
      {content && (
        <Suspense>
          <Present {...content} />
        </Suspense>
      )}
      {base && subject && (isAdmin || !editable) && (
        <StatusPanel
          content={subject}
          check={async () =>
            dirty && editable
              ? editorial.unsaved
              : ((await proof.current?.(storedBody() ?? {}, undefined)) ?? null)
          }
          onDone={(_message, revision) => setBase({ ...base, revision })}
        />
      )}
      {subject && subject.statusComment !== null && editable && !isAdmin && (
        <Alert tone="info" title={editorial.returned}>
          {subject.statusComment}
        </Alert>
      )}
      {!editable && <p className={styles.note}>{editorial.readOnly}</p>}
      {resumed && editable && (
        <ResumedNote
          at={resumed.at}
          overtaken={current !== undefined}
          onDrop={() => takeStoredVersion(entry)}
        />
      )}
      <div className={beside ? styles.withBeside : undefined}>
        <form ref={form} onSubmit={submit} noValidate className={styles.form}>
          {isStale && (
            <Alert
              tone="warning"
              title={messages.stale}
              action={
                <>
                  <Button onClick={() => takeStoredVersion()} disabled={!current}>
                    {messages.takeTheirs}
                  </Button>
                  <Button onClick={keepOwnVersion} disabled={!current}>
                    {messages.keepMine}
                  </Button>
                </>
              }
            >
              {messages.staleText}
            </Alert>
          )}
          {failure && !isStale && (
            <Alert tone="error" title={messages.saveFailed}>
              {errorText(failure)}
            </Alert>
          )}
          {notReady && (
            <Alert tone="error" title={messages.notReady}>
              {notReady}
            </Alert>
          )}
          {!failure && Object.keys(fieldErrors).length > 0 && <Alert tone="error">{messages.invalid}</Alert>}
          <FormContext value={{ fieldErrors, disabled: pending || !editable, draft, diagrams }}>
            <FieldEditors key={edition} fields={fields} draft={draft} onChange={change} />
          </FormContext>
          <div className={styles.actions}>
            <Button onClick={() => (dirty ? setLeaving(true) : done())} disabled={pending}>
              {editable ? common.cancel : common.close}
            </Button>
            {isReviewed(collection) && editable && !(isAdmin && base) && (
              <Button onClick={() => attempt('draft')} disabled={pending}>
                {editorial.saveDraft}
              </Button>
            )}
            {editable && (
              <Button type="submit" variant="primary" pending={pending}>
                {isChecking
                  ? messages.checking
                  : pending
                    ? messages.saving
                    : isReviewed(collection) && !isAdmin
                      ? editorial.actions.submit
                      : base
                        ? messages.save
                        : messages.create(one)}
              </Button>
            )}
          </div>
        </form>
        {beside?.(body, proof)}
      </div>
      {entry && isAdmin && (
        <details
          className={styles.history}
          onToggle={({ currentTarget }) => setShowsHistory(currentTarget.open)}
        >
          <summary>{messages.versions.title}</summary>
          {showsHistory && (
            <Suspense fallback={<span className="visually-hidden">{common.loading}</span>}>
              <EntryVersions collection={collection} entry={entry} onRestored={done} />
            </Suspense>
          )}
        </details>
      )}
      {content && (
        <Suspense>
          <Discussion {...content} />
        </Suspense>
      )}
      {leaving && (
        <Suspense>
          <LeaveDialog onStay={() => setLeaving(false)} onLeave={done} />
        </Suspense>
      )}
    </section>
  )
}

/** The status to save an entry with; undefined for the usual one of a new entry, or an old one's own. */
type SavedStatus = 'draft' | 'in-review' | undefined

/** The entry of a reviewed list, as the status panel takes it: the server sends all of these fields to editors. */
const subjectOf = (collection: Collection, entry: Entry): StatusSubject | undefined =>
  isReviewed(collection) && entry.status !== undefined
    ? ({ ...entry, kind: kindOf[collection.name], version: entry.revision } as unknown as StatusSubject)
    : undefined

const beginningOf = (collection: Collection, entry: Entry | undefined) => ({
  draft: draftOf(collection.fields, entry && statedOf(collection, entry)),
  version: entry?.revision ?? null,
})

/** A new entry goes to the end of an ordered list. */
function lastIn({ ordered }: Collection, entries: readonly Entry[] = []): Body {
  return ordered ? { order: Math.max(0, ...entries.map(({ order }) => Number(order))) + 1 } : {}
}

interface FieldErrorTexts {
  required: string
  number: (min: number, max: number) => string
  tooFew: (min: number) => string
  tooLong: (max: number) => string
  bareDiagram: string
}

/** Missing or out-of-range fields that the form itself detects, by the paths the server would use. */
function fieldErrorsIn(
  fields: readonly Field[],
  draft: Draft,
  texts: FieldErrorTexts,
  prefix = '',
  document = draft,
): FieldErrors {
  const fieldErrors: FieldErrors = {}
  for (const field of fields) {
    if (field.when?.(document) === false) continue
    const path = `${prefix}${field.name}`
    const value = draft[field.name]
    if (field.kind === 'group') {
      Object.assign(fieldErrors, fieldErrorsIn(field.fields, value as Draft, texts, `${path}.`, document))
    } else if (field.kind === 'items') {
      const items = value as readonly DraftItem[]
      if (items.length < field.min) fieldErrors[path] = texts.tooFew(field.min)
      for (const [at, item] of items.entries()) {
        Object.assign(fieldErrors, fieldErrorsIn(field.fields, item.draft, texts, `${path}.${at}.`, document))
      }
    } else {
      const problem = problemOf(field, value, texts)
      if (problem) fieldErrors[path] = problem
    }
  }
  return fieldErrors
}

function problemOf(field: Field, value: unknown, texts: FieldErrorTexts): string | undefined {
  switch (field.kind) {
    case 'number': {
      if (value === '') return field.optional ? undefined : texts.required
      const number = Number(value)
      const isComplete = field.whole === false || Number.isInteger(number)
      const isWithin = number >= field.min && number <= field.max
      return isComplete && isWithin ? undefined : texts.number(field.min, field.max)
    }
    case 'code':
      if (String(value).length > field.max) return texts.tooLong(field.max)
      return !field.optional && String(value).trim() === '' ? texts.required : undefined
    case 'long':
      if (field.look === 'markdown' && bareDiagram.test(String(value))) return texts.bareDiagram
      return !field.optional && String(value).trim() === '' ? texts.required : undefined
    case 'text':
    case 'choice':
    case 'pick':
      return !field.optional && String(value).trim() === '' ? texts.required : undefined
    case 'lines':
      return !field.optional && linesOf(String(value)).length === 0 ? texts.required : undefined
    default:
      return undefined
  }
}
