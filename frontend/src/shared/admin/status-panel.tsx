import type { ContentStatus, Question, ReviewedKind, StatusInput } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { adminApi } from '../api/client.ts'
import { useFormat } from '../i18n/format.ts'
import { useMessages } from '../i18n/locale.ts'
import { newId } from '../new-id.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/fields.tsx'
import { useErrorText } from '../ui/load-failed.tsx'
import { Tag } from '../ui/tag.tsx'
import { type AdminSelf, editorsQuery, managesContent, useAdminSelf } from './admin-self.ts'
import { type StatusMessages, useStatusMessages } from './status-messages.en.ts'
import styles from './status-panel.module.css'

type Editorial = Pick<
  Question,
  | 'createdBy'
  | 'status'
  | 'statusChangedBy'
  | 'statusChangedAt'
  | 'statusComment'
  | 'reviewer'
  | 'publishAt'
  | 'expiresAt'
>

/** A question or a library entry in its current version. */
export interface StatusSubject extends Editorial {
  kind: 'questions' | ReviewedKind
  id: string
  version: number
  /** False if learners don't see it whatever its status is. */
  isActive?: boolean
}

export type StatusAction =
  | 'approve'
  | 'publishNow'
  | 'return'
  | 'schedule'
  | 'reschedule'
  | 'submit'
  | 'withdraw'
  | 'assign'
  | 'expire'
  | 'unpublish'
  | 'cancelSchedule'
  | 'reopen'
  | 'archive'

/** What to offer; the server has the rules (content-status.rules.ts there). */
export function statusActions(
  { status, createdBy }: Pick<Editorial, 'status' | 'createdBy'>,
  self: AdminSelf,
): StatusAction[] {
  const isOwn = createdBy === self.id
  const isAdmin = managesContent(self)
  const decides = isAdmin || (self.role === 'reviewer' && !isOwn)
  switch (status) {
    case 'draft':
      if (isAdmin) return ['approve', 'schedule', 'submit', 'archive']
      return isOwn ? ['submit'] : []
    case 'in-review':
      return [
        ...(decides ? (['approve', 'return', 'schedule', 'assign'] as const) : []),
        ...(isOwn ? (['withdraw'] as const) : []),
        ...(isAdmin ? (['archive'] as const) : []),
      ]
    case 'scheduled':
      if (isAdmin) return ['publishNow', 'reschedule', 'cancelSchedule', 'archive']
      return decides ? ['reschedule'] : []
    case 'approved':
      return isAdmin ? ['expire', 'unpublish', 'archive'] : []
    case 'archived':
      return isAdmin ? ['reopen'] : []
  }
}

/** Authors and reviewers edit their own drafts. */
export const mayEdit = ({ status, createdBy }: Pick<Question, 'status' | 'createdBy'>, self: AdminSelf) =>
  managesContent(self) || (status === 'draft' && createdBy === self.id)

/** Actions that need nothing but the click. */
const direct: Partial<Record<StatusAction, StatusInput['status']>> = {
  approve: 'approved',
  publishNow: 'approved',
  withdraw: 'draft',
  unpublish: 'draft',
  cancelSchedule: 'draft',
  reopen: 'draft',
  archive: 'archived',
}

const tones = {
  draft: 'quiet',
  'in-review': 'info',
  scheduled: 'info',
  approved: 'ok',
  archived: 'bad',
} as const

export function StatusTag({ status }: { status: Question['status'] }) {
  const messages = useStatusMessages()
  return <Tag tone={tones[status]}>{messages.names[status]}</Tag>
}

/** A function from an editor's id to a name; `schedule` and former accounts have none. */
export function useEditorNames(): (id: string) => string {
  const messages = useStatusMessages()
  const { data: editors = [] } = useQuery(editorsQuery)
  const self = useAdminSelf()
  return (id) => {
    if (id === self.id) return messages.you
    if (id === 'schedule') return messages.schedule
    return editors.find((editor) => editor.id === id)?.name ?? id
  }
}

/** Where content stands, and what this editor can do about it. */
export function StatusPanel({
  content,
  check,
  onDone,
}: {
  content: StatusSubject
  /** Runs before it becomes public; returns why it can't, or null. */
  check?: () => Promise<string | null>
  onDone?: (message: string, version: number) => void
}) {
  const messages = useStatusMessages()
  const errorText = useErrorText()
  const self = useAdminSelf()
  const [open, setOpen] = useState<StatusAction>()
  const change = useStatusChange(content, check)
  const send = (action: StatusAction, input: StatusInput) =>
    change.mutate(input, {
      onSuccess: (version) => {
        setOpen(undefined)
        const isHidden = content.isActive === false && input.status === 'approved' && action !== 'expire'
        onDone?.(isHidden ? messages.approvedInactive : messages.done[action], version)
      },
    })
  const isStale = change.error instanceof ApiError && [409, 412].includes(change.error.status)
  const isNotReady = change.error instanceof NotReady
  return (
    <div className={styles.panel}>
      <StatusLine content={content} />
      {change.isError && (
        <Alert tone={isStale ? 'warning' : 'error'} title={messages.failed}>
          {isStale ? messages.stale : isNotReady ? change.error.message : errorText(change.error)}
        </Alert>
      )}
      <div className={styles.actions}>
        {statusActions(content, self).map((action, position) => {
          const status = direct[action]
          return (
            <Button
              key={action}
              size="small"
              variant={position === 0 ? 'primary' : action === 'archive' ? 'ghost' : 'plain'}
              pending={change.isPending && open === undefined && change.variables?.status === status}
              {...(status === undefined && { 'aria-expanded': open === action })}
              onClick={() => {
                if (change.isPending) return
                if (status === undefined) setOpen(open === action ? undefined : action)
                else send(action, { status })
              }}
            >
              {messages.actions[action]}
            </Button>
          )
        })}
      </div>
      {open && (
        <StatusForm
          key={open}
          action={open}
          content={content}
          pending={change.isPending}
          onSend={(input) => send(open, input)}
          onCancel={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

function StatusLine({ content }: { content: Editorial }) {
  const messages = useStatusMessages()
  const format = useFormat()
  const nameOf = useEditorNames()
  const { status, statusChangedBy, statusChangedAt, statusComment, reviewer, publishAt, expiresAt } = content
  return (
    <>
      <p className={styles.line}>
        <StatusTag status={status} />
        {statusChangedBy !== null && statusChangedAt !== null && (
          <span className={styles.quiet}>
            {messages.changed(nameOf(statusChangedBy), format.moment(statusChangedAt))}
          </span>
        )}
        {reviewer !== null && <span className={styles.quiet}>{messages.assigned(nameOf(reviewer))}</span>}
        {publishAt !== null && <span>{messages.publishes(format.moment(publishAt))}</span>}
        {expiresAt !== null && <span>{messages.expires(format.moment(expiresAt))}</span>}
      </p>
      {statusComment !== null && (
        <blockquote dir="auto" className={styles.comment}>
          {statusComment}
        </blockquote>
      )}
    </>
  )
}

/** The change isn't sent: what would become public doesn't hold. */
class NotReady extends Error {}

function useStatusChange({ kind, id, version }: StatusSubject, check?: () => Promise<string | null>) {
  const queryClient = useQueryClient()
  return useMutation({
    /** @returns the version after the change */
    mutationFn: async (body: StatusInput): Promise<number> => {
      const reason = isPublic(body.status) ? await check?.() : null
      if (reason) throw new NotReady(reason)
      const headers = { 'if-match': `"v${version}"`, 'idempotency-key': newId() }
      if (kind === 'questions') {
        const { data } = await adminApi.post(`/api/questions/unified/${id}/status`, { body, headers })
        return data.version
      }
      const { data } = await adminApi.call<{ data: { revision: number } }>(
        'POST',
        `/api/admin/content/${kind}/${id}/status`,
        { body, headers },
      )
      return data.revision
    },
    // An error may mean that someone else was faster: show what they did.
    onSettled: () =>
      Promise.all(
        [...changedByStatus, ['catalogue']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
}

const isPublic = (status: ContentStatus) => status === 'approved' || status === 'scheduled'

export const reviewsKey = ['admin', 'data', 'reviews']
/** The caches that show a status: the question list, the library's lists and the review queue. */
const changedByStatus = [['admin', 'data', 'questions'], ['admin', 'data', 'content'], reviewsKey]

type FieldName = 'comment' | 'reviewer' | 'publishAt' | 'expiresAt'

const forms: Partial<
  Record<StatusAction, { status: StatusInput['status']; fields: readonly FieldName[]; required?: FieldName }>
> = {
  submit: { status: 'in-review', fields: ['reviewer', 'comment'] },
  assign: { status: 'in-review', fields: ['reviewer'] },
  return: { status: 'draft', fields: ['comment'], required: 'comment' },
  schedule: { status: 'scheduled', fields: ['publishAt', 'expiresAt'], required: 'publishAt' },
  reschedule: { status: 'scheduled', fields: ['publishAt', 'expiresAt'], required: 'publishAt' },
  expire: { status: 'approved', fields: ['expiresAt'] },
}

/** What an action asks for, in the page: no dialog hides the content. */
function StatusForm({
  action,
  content,
  pending,
  onSend,
  onCancel,
}: {
  action: StatusAction
  content: Editorial
  pending: boolean
  onSend: (input: StatusInput) => void
  onCancel: () => void
}) {
  const messages = useStatusMessages()
  const { common } = useMessages()
  const [values, setValues] = useState({
    comment: '',
    reviewer: content.reviewer ?? '',
    publishAt: localTime(content.publishAt),
    expiresAt: localTime(content.expiresAt),
  })
  const [problem, setProblem] = useState<Partial<Record<FieldName, string>>>({})
  const form = forms[action]
  if (form === undefined) return null
  const has = (name: FieldName) => form.fields.includes(name)
  const set = (name: FieldName, value: string) => setValues({ ...values, [name]: value })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    const found = problemsOf(values, form.required, messages)
    setProblem(found)
    if (Object.keys(found).length > 0) return
    onSend({
      status: form.status,
      ...(has('comment') && values.comment.trim() !== '' && { comment: values.comment }),
      ...(has('reviewer') && { reviewer: values.reviewer || null }),
      ...(has('publishAt') && { publishAt: instantOf(values.publishAt) }),
      ...(has('expiresAt') && { expiresAt: instantOf(values.expiresAt) }),
    })
  }
  const timeField = (name: 'publishAt' | 'expiresAt') => (
    <TextField
      label={messages.fields[name]}
      type="datetime-local"
      dir="ltr"
      optional={form.required !== name}
      min={localTime(new Date().toISOString())}
      value={values[name]}
      error={problem[name]}
      onChange={({ target }) => set(name, target.value)}
    />
  )
  return (
    <form aria-label={messages.actions[action]} onSubmit={submit} noValidate className={styles.form}>
      {has('publishAt') && timeField('publishAt')}
      {has('expiresAt') && timeField('expiresAt')}
      {has('reviewer') && (
        <ReviewerField
          value={values.reviewer}
          onChange={(value) => set('reviewer', value)}
          content={content}
        />
      )}
      {has('comment') && (
        <TextAreaField
          autoFocus={form.required === 'comment'}
          label={messages.fields.comment}
          hint={form.required === 'comment' ? messages.commentHint : undefined}
          optional={form.required !== 'comment'}
          rows={3}
          dir="auto"
          maxLength={TEXT_MAX.statusComment}
          value={values.comment}
          error={problem.comment}
          onChange={({ target }) => set('comment', target.value)}
        />
      )}
      <div className={styles.actions}>
        <Button size="small" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button size="small" type="submit" variant="primary" pending={pending}>
          {messages.confirm[action] ?? messages.actions[action]}
        </Button>
      </div>
    </form>
  )
}

/** Those who can decide about it: not its author, unless an admin. */
function ReviewerField({
  value,
  content,
  onChange,
}: {
  value: string
  content: Editorial
  onChange: (value: string) => void
}) {
  const messages = useStatusMessages()
  const { data: editors = [] } = useQuery(editorsQuery)
  const reviewers = editors.filter(
    ({ id, role, isActive }) =>
      id === value || (isActive && role !== 'author' && (role !== 'reviewer' || id !== content.createdBy)),
  )
  return (
    <SelectField
      label={messages.fields.reviewer}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      choices={[
        { value: '', label: messages.anyone },
        ...reviewers.map(({ id, name, isActive }) => ({
          value: id,
          label: isActive ? name : messages.former(name),
        })),
      ]}
    />
  )
}

function problemsOf(
  { comment, publishAt, expiresAt }: Record<FieldName, string>,
  required: FieldName | undefined,
  messages: StatusMessages,
): Partial<Record<FieldName, string>> {
  const isPast = (time: string) => time !== '' && new Date(time) <= new Date()
  if (required === 'comment' && comment.trim() === '') return { comment: messages.commentNeeded }
  if (required === 'publishAt' && (publishAt === '' || isPast(publishAt)))
    return { publishAt: messages.futureNeeded }
  if (isPast(expiresAt)) return { expiresAt: messages.futureNeeded }
  const isOutOfOrder =
    required === 'publishAt' && expiresAt !== '' && new Date(expiresAt) <= new Date(publishAt)
  return isOutOfOrder ? { expiresAt: messages.orderNeeded } : {}
}

/** An instant in the form of a `datetime-local` input, in this device's zone. */
function localTime(instant: string | null): string {
  if (instant === null) return ''
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const instantOf = (time: string) => (time === '' ? null : new Date(time).toISOString())
