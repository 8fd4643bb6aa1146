import type { ReactNode } from 'react'
import { type Choice, SelectField } from '../../shared/ui/fields.tsx'
import styles from './library.module.css'

export interface FilterOffer<Name extends string> {
  name: Name
  label: string
  /** What choosing nothing is called. */
  all: string
  choices: readonly Choice[]
}

/** Choices side by side, and beside them what was found. */
export function FilterBar<Name extends string>({
  offers,
  filters,
  onChange,
  search,
  found,
}: {
  offers: readonly FilterOffer<Name>[]
  filters: Partial<Record<Name, string>>
  onChange: (name: Name, value: string) => void
  search?: ReactNode
  found: string
}) {
  return (
    <div className={styles.filters}>
      {search}
      {offers.map(({ name, label, all, choices }) => (
        <SelectField
          key={name}
          label={label}
          value={filters[name] ?? ''}
          onChange={(event) => onChange(name, event.target.value)}
          choices={[{ value: '', label: all }, ...choices]}
        />
      ))}
      <p role="status" data-numeric className={styles.found}>
        {found}
      </p>
    </div>
  )
}
