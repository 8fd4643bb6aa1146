import type { Progress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { sectionsQuery } from '../../shared/api/catalogue.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Meter } from '../../shared/ui/meter.tsx'
import styles from './lists.module.css'
import { useProgressMessages } from './messages.en.ts'
import { TitledList } from './titled-list.tsx'
import { Why } from './why.tsx'

/** How well each field is known; `explained`: with the way to its reasons. */
export function Mastery({
  sections,
  explained = false,
}: {
  sections: Progress['sectionProgress']
  explained?: boolean
}) {
  const { difficulty } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  const { data: known = [] } = useQuery(sectionsQuery)
  const names = new Map(known.map((section) => [section.id, section.name]))
  return (
    <TitledList title={messages.mastery} empty={messages.masteryEmpty} className={styles.mastery}>
      {sections.map((section) => {
        const name = names.get(section.section) ?? section.section
        return (
          <li key={section.section}>
            <p className={styles.line}>
              <span dir="auto">{name}</span>
              <span data-numeric className={styles.quiet}>
                {difficulty[section.masteryLevel]} · {format.percent(section.accuracy)}
              </span>
            </p>
            <Meter label={name} value={section.accuracy} />
            {explained && <Why figure={`section:${section.section}`} label={name} />}
          </li>
        )
      })}
    </TitledList>
  )
}
