import { type ReactNode, useId } from 'react'
import { useMessages } from '../i18n/locale.ts'
import styles from './field.module.css'

export interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Says "optional" beside the label; most fields of a form are needed. */
  optional?: boolean
  /** For labels that the design shows by a placeholder or an icon. */
  hideLabel?: boolean
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, control, hint and error of one field, tied together for everyone. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  hideLabel = false,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const messages = useMessages()
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> ({messages.common.optional})</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
