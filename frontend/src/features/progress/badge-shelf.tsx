import type { BadgeDefinition, Progress } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { BadgeCard } from './badge-card.tsx'
import { stepsOf } from './badge-emblem.tsx'
import { nextBadges } from './badge-reach.ts'
import styles from './badges.module.css'
import { badgesQuery } from './badges-query.ts'
import { useProgressMessages } from './progress-messages.ts'

/** How many stand in the open before the rest is folded away. */
const SHOWN = 4
const none: readonly BadgeDefinition[] = []

/** Badges: those earned, and those next. `brief`: a row of each. */
export function BadgeShelf({ progress, brief = false }: { progress: Progress; brief?: boolean }) {
  const messages = useProgressMessages()
  const id = useId()
  const { data: badges = none, error, refetch } = useQuery(badgesQuery)
  const earned = progress.achievements.badges.toSorted((one, other) =>
    other.earnedAt.localeCompare(one.earnedAt),
  )
  const icons = new Map(badges.map((badge) => [badge.id, badge.icon]))
  const steps = stepsOf(badges)
  const stepOf = (badgeId: string) => steps.get(badgeId) ?? 0
  const next = nextBadges(badges, progress)
  const folded = brief ? [] : next.slice(SHOWN)
  return (
    <section aria-labelledby={id} className={styles.shelf}>
      <h2 id={id}>{messages.badges}</h2>
      <h3 className={styles.heading}>{messages.badgesEarned}</h3>
      {earned.length === 0 && <p className={styles.quiet}>{messages.badgesNone}</p>}
      <ul className={`plain-list ${styles.grid}`}>
        {(brief ? earned.slice(0, SHOWN) : earned).map((badge) => (
          <BadgeCard
            key={badge.id}
            badge={badge}
            icon={icons.get(badge.id)}
            step={stepOf(badge.id)}
            earnedAt={badge.earnedAt}
          />
        ))}
      </ul>
      {badges.length === 0 && error && (
        <LoadFailed title={messages.badgesFailed} error={error} onRetry={() => void refetch()} />
      )}
      {next.length > 0 && <h3 className={styles.heading}>{messages.badgesNext}</h3>}
      <ul className={`plain-list ${styles.grid}`}>
        {next.slice(0, SHOWN).map(({ badge, reach }) => (
          <BadgeCard key={badge.id} badge={badge} icon={badge.icon} step={stepOf(badge.id)} reach={reach} />
        ))}
      </ul>
      {folded.length > 0 && (
        <details className={styles.more}>
          <summary>{messages.badgesAll(folded.length)}</summary>
          <ul className={`plain-list ${styles.grid}`}>
            {folded.map(({ badge, reach }) => (
              <BadgeCard
                key={badge.id}
                badge={badge}
                icon={badge.icon}
                step={stepOf(badge.id)}
                reach={reach}
              />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
