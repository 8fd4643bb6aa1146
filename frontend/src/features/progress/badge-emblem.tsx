import type { BadgeDefinition } from '@rehearse/contracts'
import { badgeMotifs, badgeRims, plainMotif } from './badge-motifs.ts'
import styles from './badges.module.css'

/**
 * The picture of a badge: a rim that tells how rare it is, what it is about, and as many dots as it has steps behind it
 * in its own series. No two badges that ship look the same.
 */
export function BadgeEmblem({
  icon,
  rarity,
  step,
}: {
  /** Of the badge's definition, once that is there. */
  icon: string | undefined
  rarity: BadgeDefinition['rarity']
  step: number
}) {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className={styles.emblem}>
      <path className={styles.rim} d={badgeRims[rarity]} />
      <path
        className={styles.motif}
        d={badgeMotifs[icon ?? ''] ?? plainMotif}
        transform={`translate(12 ${step > 0 ? 10 : 12})`}
      />
      {Array.from({ length: step }, (_, dot) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
          key={dot}
          className={styles.dot}
          cx={24 + (dot - (step - 1) / 2) * 4}
          cy={39.5}
          r={1.3}
        />
      ))}
    </svg>
  )
}

/** Which step each badge is among those about the same thing, by its id; none where it stands alone. */
export function stepsOf(
  badges: readonly Pick<BadgeDefinition, 'id' | 'icon'>[],
): ReadonlyMap<string, number> {
  const series = Map.groupBy(badges, ({ icon }) => icon)
  return new Map(
    badges.map(({ id, icon }) => {
      const all = series.get(icon) ?? []
      return [id, all.length > 1 ? all.findIndex((badge) => badge.id === id) + 1 : 0]
    }),
  )
}
