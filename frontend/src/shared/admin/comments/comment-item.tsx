import type { Comment } from '@rehearse/contracts'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useMessages } from '../../i18n/locale.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useErrorText } from '../../ui/load-failed.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { managesContent } from '../admin-self.ts'
import { useCommentWrites } from './api.ts'
import { CommentEditor } from './comment-form.tsx'
import styles from './comments.module.css'
import { withBoldNames } from './mentions.ts'
import { useCommentMessages } from './messages.en.ts'
import { usePeople } from './people.ts'

const ConfirmDialog = lazy(() => import('../../ui/confirm-dialog.tsx'))

/** One comment or reply. Its author can edit it; its author and admins can delete it. */
export function CommentItem({ comment }: { comment: Comment }) {
  const messages = useCommentMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const format = useFormat()
  const { self, nameOf, nameOrYou } = usePeople()
  const { change, remove } = useCommentWrites()
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { id, author, body, createdAt, editedAt } = comment
  const isOwn = author === self.id
  const name = nameOrYou(author)
  const time = format.moment(createdAt)
  return (
    <article id={`comment-${id}`} tabIndex={-1} aria-label={`${name}, ${time}`} className={styles.comment}>
      <p className={styles.meta}>
        {author !== null && (
          <strong>
            <bdi>{name}</bdi>
          </strong>
        )}
        <time dateTime={createdAt}>{time}</time>
        {editedAt !== null && (
          <time dateTime={editedAt} title={format.moment(editedAt)}>
            ({messages.edited})
          </time>
        )}
      </p>
      {author === null && <p className={styles.quiet}>{messages.deleted}</p>}
      {isEditing ? (
        <CommentEditor
          label={messages.writeEdit}
          submitLabel={messages.save}
          stored={body}
          autoFocus
          pending={change.isPending}
          error={change.error}
          onSend={(edited) => change.mutate({ id, body: edited }, { onSuccess: () => setEditing(false) })}
          onCancel={() => setEditing(false)}
        />
      ) : (
        author !== null && <Markdown text={withBoldNames(body, nameOf)} topLevel={4} />
      )}
      {remove.isError && (
        <Alert tone="error" title={messages.changeFailed}>
          {errorText(remove.error)}
        </Alert>
      )}
      {author !== null && !isEditing && (isOwn || managesContent(self)) && (
        <div className={styles.actions}>
          {isOwn && (
            <Button size="small" variant="ghost" onClick={() => setEditing(true)}>
              {messages.edit}
            </Button>
          )}
          <Button size="small" variant="ghost" onClick={() => setDeleting(true)}>
            {messages.delete}
          </Button>
        </div>
      )}
      {isDeleting && (
        <Suspense>
          <ConfirmDialog
            title={messages.deleteTitle}
            text={messages.deleteText}
            confirmLabel={messages.delete}
            cancelLabel={common.cancel}
            pending={remove.isPending}
            onConfirm={() => remove.mutate(id, { onSettled: () => setDeleting(false) })}
            onCancel={() => setDeleting(false)}
          />
        </Suspense>
      )}
    </article>
  )
}
