import type { Feature } from '@rehearse/contracts'
import { ChevronDown } from 'lucide-react'
import { useFormat } from '../../shared/i18n/format.ts'
import styles from './feature-catalogue.module.css'
import { useFeatureCatalogueMessages } from './feature-catalogue-messages.ts'
import { FeatureRow } from './feature-row.tsx'

/** The features of one section, folded away under its name until somebody wants them. */
export function FeatureGroup({
  section,
  features,
  isOpen,
  onOpen,
}: {
  section: string
  features: readonly Feature[]
  isOpen: boolean
  onOpen: (feature: Feature) => void
}) {
  const messages = useFeatureCatalogueMessages()
  const format = useFormat()
  const completed = features.filter(({ status }) => status === 'completed').length
  return (
    <details open={isOpen} className={styles.group}>
      <summary>
        <h3 dir="auto">{section}</h3>
        {/* Of those that somebody looks for it would say nothing of the section. */}
        {!isOpen && (
          <span data-numeric className={styles.quiet}>
            {messages.completedOf(format.number(completed), format.number(features.length))}
          </span>
        )}
        <ChevronDown aria-hidden size={18} />
      </summary>
      <ul className="plain-list">
        {features.map((feature) => (
          <FeatureRow key={feature.id} feature={feature} onOpen={() => onOpen(feature)} />
        ))}
      </ul>
    </details>
  )
}
