import type { Progress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { sectionsQuery } from '../../shared/api/catalogue.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Meter } from '../../shared/ui/meter.tsx'
import styles from './lists.module.css'

export function Mastery({ sections }: { sections: Progress['sectionProgress'] }) {
  const { dashboard, difficulty } = useMessages()
  const format = useFormat()
  const { data: known = [] } = useQuery(sectionsQuery)
  const names = new Map(known.map((section) => [section.id, section.name]))
  const nameOf = (id: string) => names.get(id) ?? id
  return (
    <section aria-labelledby="mastery">
      <h2 id="mastery" className={styles.title}>
        {dashboard.mastery}
      </h2>
      {sections.length === 0 && <p className={styles.quiet}>{dashboard.masteryEmpty}</p>}
      <ul className={classNames('plain-list', styles.mastery)}>
        {sections.map((section) => (
          <li key={section.section}>
            <p className={styles.line}>
              <span dir="auto">{nameOf(section.section)}</span>
              <span data-numeric className={styles.quiet}>
                {difficulty[section.masteryLevel]} · {format.percent(section.accuracy)}
              </span>
            </p>
            <Meter label={nameOf(section.section)} value={section.accuracy} />
          </li>
        ))}
      </ul>
    </section>
  )
}
