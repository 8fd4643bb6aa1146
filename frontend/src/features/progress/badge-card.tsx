import type { BadgeDefinition } from '@rehearse/contracts'
import { Why } from '../../shared/explain/why.tsx'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { Meter } from '../../shared/ui/meter.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { BadgeEmblem } from './badge-emblem.tsx'
import type { Reach } from './badge-reach.ts'
import styles from './badges.module.css'
import { useProgressMessages } from './progress-messages.ts'

/** One badge: earned, with the way to its reason, or with how far it is. */
export function BadgeCard({
  badge,
  icon,
  step,
  earnedAt,
  reach,
}: {
  badge: Pick<BadgeDefinition, 'id' | 'name' | 'description' | 'rarity' | 'points'>
  icon: string | undefined
  /** In the series of badges about the same. */
  step: number
  earnedAt?: string
  reach?: Reach | undefined
}) {
  const { common } = useMessages()
  const messages = useProgressMessages()
  const format = useFormat()
  return (
    <li className={styles.badge}>
      <div className={classNames(styles.icon, earnedAt !== undefined && styles.earned)}>
        <BadgeEmblem icon={icon} rarity={badge.rarity} step={step} />
      </div>
      <div className={styles.words}>
        <p dir="auto" className={styles.name}>
          {badge.name}
        </p>
        <p dir="auto" className={styles.quiet}>
          {badge.description}
        </p>
        <p className={styles.tags}>
          <Tag>{messages.rarity[badge.rarity]}</Tag>
          <Tag>{common.points(badge.points)}</Tag>
        </p>
        {earnedAt !== undefined && (
          <p className={styles.foot}>
            <span>{messages.earnedOn(format.date(earnedAt))}</span>
            <Why figure={`badge:${badge.id}`} label={badge.name} />
          </p>
        )}
        {reach && (
          <>
            <Meter label={badge.name} value={reach.now} max={reach.target} />
            <p data-numeric className={styles.quiet}>
              {messages.badgeAt(format.number(reach.now), format.number(reach.target))}
            </p>
          </>
        )}
      </div>
    </li>
  )
}
