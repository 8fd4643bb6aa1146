import type { Feature } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { FeatureBadges } from './feature-badges.tsx'
import styles from './feature-catalogue.module.css'
import { useFeatureCatalogueMessages } from './feature-catalogue-messages.ts'
import { FeatureIcon } from './feature-icon.tsx'

export function FeatureRow({ feature, onOpen }: { feature: Feature; onOpen: () => void }) {
  const messages = useFeatureCatalogueMessages()
  const format = useFormat()
  const { title, description, status, progress } = feature
  return (
    <li className={styles.feature}>
      <FeatureIcon name={feature.icon} />
      <div className={styles.what}>
        <h4 dir="auto">{title}</h4>
        <p dir="auto" className={styles.quiet}>
          {description}
        </p>
        {status === 'in-progress' && progress !== undefined && (
          <div className={styles.progress}>
            <Meter label={`${messages.progress}: ${title}`} value={progress} />
            <span data-numeric>{format.percent(progress)}</span>
          </div>
        )}
      </div>
      <p className={styles.badges}>
        <FeatureBadges feature={feature} />
      </p>
      <Button size="small" aria-haspopup="dialog" aria-label={messages.details(title)} onClick={onOpen}>
        {messages.detailsLabel}
      </Button>
    </li>
  )
}
