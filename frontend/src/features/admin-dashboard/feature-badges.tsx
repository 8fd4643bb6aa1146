import type { Feature } from '@rehearse/contracts'
import { Tag } from '../../shared/ui/tag.tsx'
import { useFeatureCatalogMessages } from './feature-catalog-messages.ts'

const tones = { completed: 'ok', 'in-progress': 'quiet', pending: 'quiet' } as const

/** How far it is, and how much it matters. */
export function FeatureBadges({ feature }: { feature: Feature }) {
  const messages = useFeatureCatalogMessages()
  const matters = feature.priority === 'Critical' && feature.status !== 'completed'
  return (
    <>
      <Tag tone={tones[feature.status]}>{messages.statuses[feature.status]}</Tag>{' '}
      <Tag tone={matters ? 'bad' : 'quiet'}>{messages.priorities[feature.priority]}</Tag>
    </>
  )
}
