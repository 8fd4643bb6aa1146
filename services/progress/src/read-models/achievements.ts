import type { ChallengeAttemptedData, ChallengeOpenedData, ProgressResetData } from '@rehearse/contracts'
import type { Projection, RecordedEvent } from '@rehearse/event-store'
import { sql } from 'kysely'
import { localDay } from '../learner/days.ts'
import { ofType } from '../learner/events.ts'
import { challengePoints } from '../learner/points.ts'
import type { ProgressTables, Trx } from '../tables.ts'

/** Earned badges and reached milestones, which no reset removes. */
export const achievementsProjection: Projection<ProgressTables> = {
  name: 'achievements',
  tables: ['learner_badge', 'learner_milestone'],
  apply: async (trx, events) => {
    await addBadges(trx, events)
    await addMilestones(trx, events)
  },
}

async function addBadges(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const earned = events.filter((event) => ofType(event, 'BadgeEarned'))
  if (earned.length === 0) return
  await sql`
    insert into learner_badge (learner_id, badge_id, title, rarity, earned_at, caused_by)
    select * from unnest(
      ${earned.map(({ data }) => data.learnerId)}::text[], ${earned.map(({ data }) => data.badgeId)}::text[],
      ${earned.map(({ data }) => data.title)}::text[], ${earned.map(({ data }) => data.rarity)}::text[],
      ${earned.map(({ data }) => data.earnedAt)}::timestamptz[],
      ${earned.map(({ metadata }) => metadata.causationId)}::uuid[])
    on conflict do nothing`.execute(trx)
}

async function addMilestones(trx: Trx, events: readonly RecordedEvent[]): Promise<void> {
  const reached = events.filter((event) => ofType(event, 'MilestoneReached'))
  if (reached.length === 0) return
  await sql`
    insert into learner_milestone (learner_id, milestone_id, reached_at)
    select * from unnest(
      ${reached.map(({ data }) => data.learnerId)}::text[],
      ${reached.map(({ data }) => data.milestoneId)}::text[],
      ${reached.map(({ data }) => data.reachedAt)}::timestamptz[])
    on conflict do nothing`.execute(trx)
}

// Crockford's base 32: no letter looks like a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * A certificate's code: the id of the event that issued it, 128 bits as 26 letters and digits. The event id derives
 * from random ids, so the code can't be guessed, and a rebuild gives the same code.
 */
export function certificateCode(eventId: string): string {
  let bits = BigInt(`0x${eventId.replaceAll('-', '')}`)
  let code = ''
  for (let place = 0; place < 26; place += 1) {
    code = `${alphabet[Number(bits & 31n)]}${code}`
    bits >>= 5n
  }
  return code
}

/** The id of the event that issued a certificate: the inverse of `certificateCode`. Undefined for other text. */
export function certificateEventId(code: string): string | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(code)) return undefined
  const bits = [...code].reduce((sum, letter) => (sum << 5n) | BigInt(alphabet.indexOf(letter)), 0n)
  const hex = bits.toString(16).padStart(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Certificates by code, which no reset removes. */
export const certificatesProjection: Projection<ProgressTables> = {
  name: 'certificates',
  tables: ['learner_certificate'],
  apply: async (trx, events) => {
    for (const event of events) {
      if (!ofType(event, 'CertificateIssued')) continue
      const { learnerId, pathId, issuedAt } = event.data
      await trx
        .insertInto('learner_certificate')
        .values({
          code: certificateCode(event.eventId),
          learner_id: learnerId,
          path_id: pathId,
          issued_at: new Date(issuedAt),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  },
}

/** Attempts at challenges, and the progress in each challenge. There are few, so they are written one by one. */
export const challengesProjection: Projection<ProgressTables> = {
  name: 'challenges',
  tables: ['learner_challenge_attempt', 'learner_challenge'],
  apply: async (trx, events) => {
    for (const event of events) {
      if (ofType(event, 'ChallengeAttempted')) await addAttempt(trx, event.eventId, event.data)
      if (ofType(event, 'ChallengeOpened')) await open(trx, event.data)
      if (ofType(event, 'ProgressReset')) await forget(trx, event.data)
    }
  },
}

async function addAttempt(trx: Trx, eventId: string, data: ChallengeAttemptedData): Promise<void> {
  const { learnerId, challengeId, score, maxScore, completed, attemptedAt } = data
  await trx
    .insertInto('learner_challenge_attempt')
    .values({
      learner_id: learnerId,
      attempted_at: new Date(attemptedAt),
      event_id: eventId,
      day: localDay(new Date(attemptedAt), data.timeZone),
      challenge_id: challengeId,
      title: data.challengeTitle,
      category: data.category,
      difficulty: data.difficulty,
      score,
      max_score: maxScore,
      completed,
      time_spent: data.timeSpent,
      points: challengePoints(data),
    })
    .execute()
  const share = completed ? score / maxScore : 0
  await sql`
    insert into learner_challenge (learner_id, challenge_id, attempts, best)
    values (${learnerId}, ${challengeId}, 1, ${share})
    on conflict (learner_id, challenge_id) do update set
      attempts = learner_challenge.attempts + 1,
      best = greatest(learner_challenge.best, excluded.best)`.execute(trx)
}

async function open(trx: Trx, { learnerId, challengeId, reason }: ChallengeOpenedData): Promise<void> {
  await sql`
    insert into learner_challenge (learner_id, challenge_id, attempts, best, opened)
    values (${learnerId}, ${challengeId}, 0, 0, ${reason})
    on conflict (learner_id, challenge_id) do update set opened = excluded.opened`.execute(trx)
}

/** Points can be earned again; an opened solution stays open. */
async function forget(trx: Trx, { learnerId, scope }: ProgressResetData): Promise<void> {
  if (scope !== 'all') return
  await trx.updateTable('learner_challenge').set({ best: 0 }).where('learner_id', '=', learnerId).execute()
}
