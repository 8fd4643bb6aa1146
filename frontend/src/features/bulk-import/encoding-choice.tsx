import { TEXT_ENCODINGS, type TextEncoding } from '@rehearse/contracts/text-encoding'
import type { ReactNode } from 'react'
import { Alert } from '../../shared/ui/alert.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './messages.en.ts'

/** Asks for the encoding of a file that is neither UTF-8 nor UTF-16, next to what it reads like. */
export function EncodingChoice({
  encoding,
  disabled,
  onChange,
  children,
}: {
  encoding: TextEncoding
  disabled: boolean
  onChange: (encoding: TextEncoding) => void
  /** The beginning of the file. */
  children: ReactNode
}) {
  const bulk = useBulkMessages()
  return (
    <section aria-label={bulk.encoding} className={styles.section}>
      <Alert tone="warning">{bulk.encodingUnsure}</Alert>
      <div className={styles.format}>
        <SelectField
          label={bulk.encoding}
          value={encoding}
          disabled={disabled}
          onChange={({ target }) => onChange(target.value as TextEncoding)}
          choices={TEXT_ENCODINGS.filter((one) => one !== 'utf-8').map((value) => ({
            value,
            label: bulk.encodings[value],
          }))}
        />
      </div>
      <div className={styles.preview} {...keyboardScrollable}>
        {children}
      </div>
    </section>
  )
}
