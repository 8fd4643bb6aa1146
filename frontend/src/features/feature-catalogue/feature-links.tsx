import type { Feature } from '@rehearse/contracts'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../shared/ui/button.tsx'
import styles from './feature-catalogue.module.css'
import { useFeatureCatalogueMessages } from './feature-catalogue-messages.ts'

/** The ways from a feature to the thing itself. One that leads nowhere yet is not offered. */
export function FeatureLinks({ feature }: { feature: Feature }) {
  const messages = useFeatureCatalogueMessages()
  const { status, url, demoUrl, githubUrl, documentation } = feature
  const isThere = status !== 'pending' && url !== null
  if (!isThere && !demoUrl && !githubUrl && !documentation) return null
  return (
    <p className={styles.links}>
      {isThere && (
        <ButtonLink to={url} variant="primary">
          {messages.viewFeature}
        </ButtonLink>
      )}
      {demoUrl && <Outside to={demoUrl}>{messages.viewDemo}</Outside>}
      {githubUrl && <Outside to={githubUrl}>{messages.viewCode}</Outside>}
      {documentation && <Outside to={documentation}>{messages.documentation}</Outside>}
    </p>
  )
}

const Outside = ({ to, children }: { to: string; children: ReactNode }) => (
  <ButtonLink to={to} target="_blank" rel="noreferrer">
    {children}
    <ArrowUpRight aria-hidden size={16} />
  </ButtonLink>
)
