import { useState } from 'react'
import { useFormat } from '../../../shared/i18n/format.ts'
import { Alert } from '../../../shared/ui/alert.tsx'
import { Button } from '../../../shared/ui/button.tsx'
import { useManagerMessages } from '../manager-messages.ts'
import styles from '../question-manager.module.css'
import { dropDraft, readKeptDrafts } from './kept-drafts.ts'

/** Offers back what was typed and never saved. */
export function KeptDraftNotes({ onResume }: { onResume: (target: string | null) => void }) {
  const messages = useManagerMessages()
  const format = useFormat()
  const [drafts, setDrafts] = useState(readKeptDrafts)
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
                dropDraft(target)
                setDrafts(readKeptDrafts())
              }}
            >
              {messages.discard}
            </Button>
          </span>
        }
      >
        <p>{target === null ? messages.keptNew : messages.kept(draft.title)}</p>
        <p>{messages.keptAt(format.moment(at))}</p>
      </Alert>
    </div>
  ))
}
