import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { useQuery } from '@tanstack/react-query'
import { Archive, FileUp } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { sectionsQuery } from './backup-queries.ts'
import styles from './backups.module.css'
import { useBackupMessages } from './messages.ts'
import { type RestoreSource, useBackupWrites } from './use-backup-writes.ts'

/** Backs up one section or all of them, and takes a file that was downloaded before. */
export function BackUpBar({ onFile }: { onFile: (source: RestoreSource) => void }) {
  const messages = useBackupMessages()
  const errorText = useErrorText()
  const { data: sections = [] } = useQuery(sectionsQuery)
  const { backUp } = useBackupWrites()
  const [section, setSection] = useState('')
  const [tooLarge, setTooLarge] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    if (!file) return
    const isTooLarge = file.size > IMPORT_BODY_LIMIT
    setTooLarge(isTooLarge)
    if (!isTooLarge) onFile({ name: file.name, content: await file.text() })
    // The same file may be chosen again once it has been mended.
    target.value = ''
  }

  return (
    <>
      <div className={styles.bar}>
        <SelectField
          label={messages.which}
          value={section}
          onChange={(event) => setSection(event.target.value)}
          choices={[
            { value: '', label: messages.all },
            ...sections.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
        <Button
          variant="primary"
          pending={backUp.isPending}
          onClick={() => backUp.mutate(section || undefined)}
        >
          <Archive aria-hidden size={16} />
          {backUp.isPending ? messages.backingUp : messages.backUp}
        </Button>
        <Button onClick={() => input.current?.click()}>
          <FileUp aria-hidden size={16} />
          {messages.fromFile}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label={messages.fromFile}
          tabIndex={-1}
          onChange={(event) => void take(event)}
          className="visually-hidden"
        />
      </div>
      {tooLarge && <Alert tone="error">{messages.tooLarge}</Alert>}
      {backUp.isError && (
        <Alert tone="error" title={messages.backUpFailed} onDismiss={backUp.reset}>
          {errorText(backUp.error)}
        </Alert>
      )}
    </>
  )
}
