import { IMPORT_BODY_LIMIT } from '@rehearse/contracts/constants'
import { useId, useState } from 'react'
import { useBulkMessages } from './bulk-messages.ts'
import styles from './file-source.module.css'
import type { Source } from './import-calls.ts'

/** A file is read here and sent as text, so that preview and import speak of the same thing. */
export function FileSource({
  disabled,
  chosen,
  onChange,
}: {
  disabled: boolean
  chosen: string | undefined
  onChange: (source: Source) => void
}) {
  const bulk = useBulkMessages()
  const id = useId()
  const [fault, setFault] = useState<string>()

  const take = async (file: File | undefined) => {
    setFault(undefined)
    if (!file) return onChange({ content: '' })
    if (file.size > IMPORT_BODY_LIMIT) {
      setFault(bulk.fileTooLarge)
      return onChange({ content: '' })
    }
    onChange({ content: await file.text(), fileName: file.name })
  }
  return (
    <div className={styles.file}>
      <label htmlFor={id}>{bulk.fileLabel}</label>
      <input
        id={id}
        type="file"
        accept=".md,.markdown,.txt,.json,.gift,.aiken,.xml,text/*,application/json"
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        className={styles.input}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {chosen ?? bulk.fileHint}
      </p>
      {fault && (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  )
}
