import { useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useDraftMessages } from './draft-messages.en.ts'
import styles from './drafts.module.css'
import type { DraftStore } from './drafts.ts'

/** Offers to restore unsaved drafts. */
export function SavedDraftNotes<Draft>({
  store,
  titleOf,
  newText,
  onResume,
}: {
  store: DraftStore<Draft>
  titleOf: (draft: Draft) => string
  /** The label for a draft of a new item. */
  newText: string
  onResume: (target: string | null) => void
}) {
  const messages = useDraftMessages()
  const format = useFormat()
  const [drafts, setDrafts] = useState(store.all)
  return drafts.map(({ target, draft, at }) => (
    <div key={target} className={styles.note}>
      <Alert
        tone="info"
        action={
          <span className={styles.choices}>
            <Button size="small" onClick={() => onResume(target)}>
              {messages.resume}
            </Button>
            <Button
              size="small"
              variant="ghost"
              onClick={() => {
                store.drop(target)
                setDrafts(store.all())
              }}
            >
              {messages.discard}
            </Button>
          </span>
        }
      >
        <p>{target === null ? newText : messages.kept(titleOf(draft))}</p>
        <p>{messages.keptAt(format.moment(at))}</p>
      </Alert>
    </div>
  ))
}

/** Notes that the form shows an unsaved draft, and offers to discard it. */
export function ResumedNote({
  at,
  overtaken,
  onDrop,
}: {
  at: string
  /** Whether a newer version has been saved since the draft was started. */
  overtaken: boolean
  onDrop: () => void
}) {
  const messages = useDraftMessages()
  const format = useFormat()
  return (
    <Alert
      tone="info"
      action={
        <Button size="small" onClick={onDrop}>
          {messages.offerDrop}
        </Button>
      }
    >
      <p>{messages.offer(format.moment(at))}</p>
      {overtaken && <p>{messages.offerOther}</p>}
    </Alert>
  )
}
