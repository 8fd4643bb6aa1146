import { COMMENT_LIMITS } from '@rehearse/contracts/content-limits'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/locale.ts'
import { newId } from '../../new-id.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { useErrorText } from '../../ui/load-failed.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { type ContentRef, useCommentWrites } from './api.ts'
import styles from './comments.module.css'
import { MentionField } from './mention-field.tsx'
import { withIds, withNames } from './mentions.ts'
import { useCommentMessages } from './messages.en.ts'
import { usePeople } from './people.ts'

/** The form of a new comment or, below a thread, a button that opens the form of a reply. */
export function CommentForm({
  content,
  parts = [],
  threadId,
  replyTo,
  actions,
  failure,
}: {
  content: ContentRef
  /** The steps of a path, of which a comment can be about one. */
  parts?: readonly { id: string; title: string }[]
  threadId?: string
  replyTo?: string
  /** Further buttons beside the one that opens the form. */
  actions?: ReactNode
  failure?: Error | null
}) {
  const messages = useCommentMessages()
  const { toast } = useMessages()
  const errorText = useErrorText()
  const { create } = useCommentWrites()
  const [isOpen, setOpen] = useState(threadId === undefined)
  const [part, setPart] = useState('')
  const [key, setKey] = useState(newId)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(threadId === undefined)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const send = (body: string, sent: () => void) => {
    const input = { body, ...(threadId && { threadId }), ...(part !== '' && { part }) }
    create.mutate(
      { content, input, key },
      {
        onSuccess: () => {
          // The next comment is another request.
          setKey(newId())
          sent()
          if (threadId) close()
          else showToast({ tone: 'success', title: toast.success, message: messages.sent })
        },
      },
    )
  }
  return (
    <>
      {failure && (
        <Alert tone="error" title={messages.changeFailed}>
          {errorText(failure)}
        </Alert>
      )}
      {isOpen ? (
        <CommentEditor
          label={threadId ? messages.writeReply : messages.write}
          submitLabel={threadId ? messages.reply : messages.send}
          autoFocus={threadId !== undefined}
          pending={create.isPending}
          error={create.error}
          onSend={send}
          {...(threadId && { onCancel: close })}
          // A changed text is another request.
          onChange={() => create.isError && setKey(newId())}
        >
          {parts.length > 0 && (
            <SelectField
              label={messages.about}
              value={part}
              onChange={({ target }) => setPart(target.value)}
              choices={[
                { value: '', label: messages.whole },
                ...parts.map(({ id, title }) => ({ value: id, label: title })),
              ]}
            />
          )}
        </CommentEditor>
      ) : (
        <div className={styles.actions}>
          <Button ref={opener} size="small" aria-label={replyTo} onClick={() => setOpen(true)}>
            {messages.reply}
          </Button>
          {actions}
        </div>
      )}
    </>
  )
}

/** A comment's text with mentions, and the buttons to save or cancel. */
export function CommentEditor({
  label,
  submitLabel,
  stored = '',
  autoFocus = false,
  pending,
  error,
  onSend,
  onCancel,
  onChange,
  children,
}: {
  label: string
  submitLabel: string
  /** The text to edit. */
  stored?: string
  autoFocus?: boolean
  pending: boolean
  error: Error | null
  onSend: (body: string, sent: () => void) => void
  onCancel?: () => void
  onChange?: () => void
  children?: ReactNode
}) {
  const messages = useCommentMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const format = useFormat()
  const { all, others, nameOf } = usePeople()
  const id = useId()
  const [text, setText] = useState(() => withNames(stored, nameOf))
  const picked = useRef(new Map<string, string>())
  const body = withIds(text.trim(), all, picked.current)
  const isTooLong = body.length > COMMENT_LIMITS.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (body !== '' && !isTooLong && !pending) onSend(body, () => setText(''))
  }
  return (
    <form id={id} className={styles.form} onSubmit={submit}>
      {error && (
        <Alert tone="error" title={messages.sendFailed}>
          {errorText(error)}
        </Alert>
      )}
      <MentionField
        label={label}
        hint={messages.hint}
        error={isTooLong ? messages.tooLong(format.number(COMMENT_LIMITS.length)) : undefined}
        autoFocus={autoFocus}
        value={text}
        onValue={(next) => {
          setText(next)
          onChange?.()
        }}
        people={others}
        onPick={(person) => picked.current.set(person.name, person.id)}
      />
      {children}
      <div className={styles.actions}>
        <Button
          type="submit"
          size="small"
          variant="primary"
          pending={pending}
          disabled={body === '' || isTooLong}
        >
          {submitLabel}
        </Button>
        {onCancel && (
          <Button size="small" variant="ghost" onClick={onCancel}>
            {common.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
