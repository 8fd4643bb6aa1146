import type { ComponentProps } from 'react'
import styles from './option-mark.module.css'

/** Marks an option as right: its letter, and the box that says so. */
export function OptionMark({
  letter,
  label,
  ...input
}: Pick<ComponentProps<'input'>, 'type' | 'name' | 'checked' | 'onChange'> & {
  letter: string
  label: string
}) {
  return (
    <label className={styles.mark}>
      <input {...input} aria-label={label} />
      <span aria-hidden>{letter}</span>
    </label>
  )
}
