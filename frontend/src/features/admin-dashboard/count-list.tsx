import { useId } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Meter } from '../../shared/ui/meter.tsx'
import styles from './admin-dashboard.module.css'

export function CountList({
  title,
  counts,
  total,
}: {
  title: string
  counts: readonly { name: string; count: number }[]
  total: number
}) {
  const format = useFormat()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={classNames('plain-list', styles.counts)}>
        {counts.map(({ name, count }) => (
          <li key={name}>
            <p className={styles.line}>
              <span dir="auto">{name}</span>
              <span data-numeric>{format.number(count)}</span>
            </p>
            <Meter label={name} value={count} max={total} />
          </li>
        ))}
      </ul>
    </section>
  )
}
