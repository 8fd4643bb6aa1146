import { useId } from 'react'
import { useFormat } from '../i18n/format.ts'
import styles from './filter-chips.module.css'

export interface Chip {
  value: string
  label: string
  /** How many entries it leaves; left out while unknown. */
  count?: number | undefined
}

/** A filter whose choices are all in sight, each with its number of entries. */
export function FilterChips({
  label,
  all,
  value,
  choices,
  onChange,
}: {
  label: string
  /** The label for no selection. */
  all: string
  value: string
  choices: readonly Chip[]
  onChange: (value: string) => void
}) {
  const format = useFormat()
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`} className={styles.group}>
      <span id={`${name}-label`} className={styles.label}>
        {label}
      </span>
      <div className={styles.chips}>
        {[{ value: '', label: all, count: undefined }, ...choices].map((chip) => (
          <label key={chip.value} className={styles.chip}>
            <input
              type="radio"
              name={name}
              value={chip.value}
              checked={value === chip.value}
              onChange={() => onChange(chip.value)}
            />
            <span dir="auto">{chip.label}</span>
            {chip.count !== undefined && (
              <span data-numeric className={styles.count}>
                {' '}
                {format.number(chip.count)}
              </span>
            )}
          </label>
        ))}
      </div>
    </div>
  )
}
