import type { Snapshot } from './read-platform.ts'

/** A part of a reply that differs after the upgrade. */
export interface Difference {
  reading: string
  /** The way to the value: `body.progress.achievements.totalPoints`. */
  at: string
  before: unknown
  after: unknown
}

/** Every difference between two snapshots in the readings of the later one, down to single values. */
export function differencesBetween(before: Snapshot, after: Snapshot): Difference[] {
  const found: Difference[] = []
  for (const [reading, is] of after) {
    const compare = (old: unknown, now: unknown, at: string[]): void => {
      if (Object.is(old, now) || isSameSum(old, now)) return
      if (isObject(old) && isObject(now) && Array.isArray(old) === Array.isArray(now)) {
        for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
          compare(old[key], now[key], [...at, key])
        return
      }
      found.push({ reading, at: at.join('.'), before: old, after: now })
    }
    compare(before.get(reading), is, [])
  }
  return found
}

/** Sums of fractions differ in their last digits if a restore stored the rows in another order. */
const isSameSum = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number' && Math.abs(one - other) <= 1e-9 * Math.abs(one)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A difference that isn't a loss. */
export interface Allowed {
  reading: RegExp
  at: RegExp
  /** The value before; any by default. */
  before?: RegExp
  why: string
}

/**
 * Differences between this version and the one that the test upgrades from. A version that adds a field to a reply names
 * the field here; that a stored figure changes is never allowed without a decision that says so.
 */
export const allowedDifferences: readonly Allowed[] = [
  {
    reading: /\/api\/auth\/providers/,
    at: /^body\.signInLink$/,
    before: /^undefined$/,
    why: 'whether sign-in links can be mailed',
  },
  {
    reading: /\/api\/certificates\//,
    at: /^body\.certificate\.evidence$/,
    before: /^undefined$/,
    why: 'the answers behind a certificate',
  },
  {
    reading: /\/api\/progress\/reviews\?/,
    at: /^body\.reviews\.\d+\.(ratings\.\d+\.due|recall)$/,
    why: 'what a rating would do now, and the chance of remembering it now',
  },
  {
    reading: /\/api\/progress\/reviews\?pageSize=1$/,
    at: /^body\.pagination\./,
    why: 'cards become due by themselves',
  },
  {
    reading: /\/api\/progress\/interview/,
    at: /^body\.interview\.(days\.|today\.|coverage\.|learnUntil$)/,
    why: 'decision 55: days are filled evenly, lessons count as read once they are read, and cards become due meanwhile',
  },
  {
    reading: /\/api\/progress\/interview/,
    at: /^body\.interview\.(track|pace)$/,
    before: /^undefined$/,
    why: 'new fields',
  },
  {
    reading: /\/api\/calendar\//,
    at: /^lines\.\d+$/,
    before: /^(SUMMARY:Rehearse: |DESCRIPTION:Planned for today: | )/,
    why: 'the same plan as text',
  },
  {
    reading: /\/api\/admin\/backup.*section=(HTML%2FCSS|Node\.js)$/,
    at: /./,
    why: 'the older version kept one file for both names with a slug; it stays under the name in the file',
  },
  {
    reading: /\/api\/auth\/sessions$|\/export$/,
    at: /\.(lastUsedAt|last_used_at)$/,
    why: 'reading uses the session',
  },
  {
    reading: /\/export$/,
    at: /learner_day\.json\.\d+\.((first|last)_(at|zone)|is_active|uncounted)$|\.(language|daily_goal|learning_path|topics)$|\.streak_moments$|learner_interview\.json\.\d+\.track_(role|level)$|learner_(lesson|mock_interview|unfinished_session)\.json$/,
    before: /^undefined$/,
    why: 'new columns, and new tables',
  },
  {
    reading: /\/export$/,
    at: /learner_time_zone\.json\.\d+\.changed_at$/,
    why: 'identity publishes the preferences of before once more, with their language and what is practiced',
  },
  {
    reading: /\/api\/progress\/next\?count=20&seed=upgrade$/,
    at: /^body\.(questionIds\.\d+|total)$/,
    why: 'questions come from the topics that these learners chose',
  },
  {
    reading: /\/api\/progress\/next\?/,
    at: /^body\.topics$/,
    before: /^undefined$/,
    why: 'a new field',
  },
  {
    reading: /\/api\/progress\/paths\//,
    at: /^body\.steps\.\d+\.isRead$/,
    why: 'a new field',
  },
  {
    reading: /\/explain\/(streak|longestStreak)\?/,
    at: /^body\.rule$/,
    why: 'the rule names days that the date line skipped',
  },
]

/** After a restore, sessions are renewed, admins sign in again, and read models follow today's rules. */
export const allowedAfterRestore: readonly Allowed[] = [
  {
    reading: /\/api\/progress\/(forecast$|explain\/forecast\?)/,
    at: /^body\.(overall\.(chance|low|high)|value)$/,
    why: 'the older version lost the fit of a topic whose answers were regraded; a rebuild restores it',
  },
  { reading: /\/api\/admin\/(auth|admins)$/, at: /lastLogin$/, why: 'admins signed in again' },
  { reading: /\/api\/admin\/signing-keys$/, at: /^body\.data\./, why: 'old tokens are rejected' },
  { reading: /\/api\/auth\/sessions$/, at: /^body\.data\./, why: 'the last used session comes first' },
  { reading: /\/export$/, at: /session\.json\.\d+\.(expires_at|last_used_at)$/, why: 'renewed' },
]

export const unexpected = (found: readonly Difference[], allowed: readonly Allowed[]): Difference[] =>
  found.filter(
    ({ reading, at, before }) =>
      !allowed.some(
        (one) => one.reading.test(reading) && one.at.test(at) && (one.before?.test(String(before)) ?? true),
      ),
  )

/** One difference of each kind as text, with how many there are, for the failure of a test. */
export function describeDifferences(found: readonly Difference[]): string {
  const show = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 160)
  const kinds = Map.groupBy(found, ({ reading, at }) => `${withoutIds(reading)} ${at.replace(/\d+/g, 'N')}`)
  return [...kinds.values()]
    .map(([first, ...more]) => {
      const { reading, at, before, after } = first as Difference
      const others = more.length > 0 ? ` (and ${more.length} like it)` : ''
      return `${reading}\n    ${at}: ${show(before)} → ${show(after)}${others}`
    })
    .join('\n')
}

/** The path of a reading, whoever reads it and whatever it is about. */
const withoutIds = (reading: string): string =>
  reading
    .replace(/^[^:]*: |\?.*$/g, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{43}/g, 'ID')
    .replace(/check \d+ of .*/, 'check')
