import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import styles from './question-form.module.css'

/** A list of inputs that can be extended, with the error of the whole list. */
export function ListFieldset({
  legend,
  hint,
  error,
  disabled,
  addLabel,
  onAdd,
  children,
}: {
  legend: string
  hint?: string | undefined
  error?: string | undefined
  disabled: boolean
  addLabel: string
  /** Undefined while the list is as long as it may be. */
  onAdd: (() => void) | undefined
  children: ReactNode
}) {
  const errorId = useId()
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? errorId : undefined}
      data-problem={error ? true : undefined}
      className={styles.options}
    >
      <legend className={styles.legend}>{legend}</legend>
      {hint && <p className={styles.quiet}>{hint}</p>}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
      {children}
      {onAdd && (
        <Button variant="ghost" className={styles.add} onClick={onAdd}>
          <Plus aria-hidden size={16} />
          {addLabel}
        </Button>
      )}
    </fieldset>
  )
}
