import type { BadgeDefinition, BadgeRule, Progress } from '@rehearse/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { learnerApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { badgeMotifs, badgeRims, plainMotif } from './badge-motifs.ts'
import styles from './badges.module.css'
import { useProgressMessages } from './messages.en.ts'
import { Why } from './why.tsx'

/** The number of badges shown before the rest is collapsed. */
const SHOWN = 4
const none: readonly BadgeDefinition[] = []

/** Earned and upcoming badges. `brief`: one row of each. */
export function BadgeList({ progress, brief = false }: { progress: Progress; brief?: boolean }) {
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

/** All badges. */
const badgesQuery = queryOptions({
  queryKey: ['catalogue', 'badges'],
  queryFn: async ({ signal }) => (await learnerApi.get('/api/badges', { signal })).data,
})

/** One badge: its explanation if earned, else its progress. */
function BadgeCard({
  badge,
  icon,
  step,
  earnedAt,
  reach,
}: {
  badge: Pick<BadgeDefinition, 'id' | 'name' | 'description' | 'rarity' | 'points'>
  icon: string | undefined
  /** Its position in its series. */
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

/** A badge's progress: the current count and the required one. */
interface Reach {
  now: number
  target: number
}

/** Badges not earned yet, nearest first; those without measurable progress come last. */
export function nextBadges(badges: readonly BadgeDefinition[], progress: Progress) {
  const earned = new Set(progress.achievements.badges.map(({ id }) => id))
  return badges
    .filter(({ id }) => !earned.has(id))
    .map((badge) => ({ badge, reach: reachOf(badge, progress) }))
    .sort((one, other) => shareOf(other.reach) - shareOf(one.reach))
}

/** Undefined if the progress data doesn't include the count, such as correct answers in a row. */
function reachOf({ rule }: BadgeDefinition, progress: Progress): Reach | undefined {
  const now = statOf(rule, progress)
  return now === undefined ? undefined : { now: Math.min(now, rule.atLeast), target: rule.atLeast }
}

const shareOf = (reach: Reach | undefined): number => (reach === undefined ? -1 : reach.now / reach.target)

function statOf(rule: BadgeRule, progress: Progress): number | undefined {
  switch (rule.measure) {
    case 'answers':
    case 'correctAnswers':
      return answersOf(rule, progress)
    case 'streak':
      return progress.longestStreak
    case 'points':
      return progress.achievements.totalPoints
    case 'level':
      return progress.achievements.level
    case 'challengesCompleted':
      return progress.challenges.completed
    case 'sectionsCompleted':
      return progress.learningPaths.reduce((sum, path) => sum + path.completedSections.length, 0)
    case 'pathsCompleted':
      return progress.learningPaths.filter(({ completedAt }) => completedAt !== null).length
    default:
      return undefined
  }
}

function answersOf(
  rule: Extract<BadgeRule, { measure: 'answers' | 'correctAnswers' }>,
  progress: Progress,
): number | undefined {
  const figure = rule.measure === 'answers' ? 'totalQuestions' : 'correctAnswers'
  if (rule.difficulty !== undefined || rule.category !== undefined) return undefined
  return progress[figure]
}

/**
 * A badge's image: a rim for its rarity, a motif for its topic, and a dot per earlier step in its series. No two
 * built-in badges look the same.
 */
function BadgeEmblem({
  icon,
  rarity,
  step,
}: {
  /** From the badge's definition, once loaded. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: dots are identified by position
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

/** Each badge's position in its series, by id; badges without a series are omitted. */
function stepsOf(badges: readonly Pick<BadgeDefinition, 'id' | 'icon'>[]): ReadonlyMap<string, number> {
  const series = Map.groupBy(badges, ({ icon }) => icon)
  return new Map(
    badges.map(({ id, icon }) => {
      const all = series.get(icon) ?? []
      return [id, all.length > 1 ? all.findIndex((badge) => badge.id === id) + 1 : 0]
    }),
  )
}
