import type { ComponentProps } from 'react'
import styles from './option-mark.module.css'

/** The letter of an answer option and the checkbox that marks it as correct. */
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
