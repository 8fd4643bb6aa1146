import type { ChallengeAttemptedData, ChallengeStanding } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { Kysely } from 'kysely'
import type { ProgressTables } from '../tables.ts'
import { attemptEventId, type ChallengeState } from './attempt-challenge.ts'

/** How a learner stands with a challenge, and the attempt of that id, if there was one. */
export async function readChallengeState(
  db: Kysely<ProgressTables>,
  log: EventLog,
  learnerId: string,
  { challengeId, attemptId }: { challengeId: string; attemptId?: string },
): Promise<ChallengeState> {
  const [row, events] = await Promise.all([
    db
      .selectFrom('learner_challenge')
      .select(['best', 'opened'])
      .where('learner_id', '=', learnerId)
      .where('challenge_id', '=', challengeId)
      .executeTakeFirst(),
    attemptId === undefined ? [] : log.reader(db).readById([attemptEventId(learnerId, attemptId)]),
  ])
  return {
    earlier: events[0]?.data as ChallengeAttemptedData | undefined,
    best: row?.best ?? 0,
    opened: row?.opened ?? null,
  }
}

/** All challenges that a learner has tried or opened. */
export async function readChallengeStandings(
  db: Kysely<ProgressTables>,
  learnerId: string,
): Promise<ChallengeStanding[]> {
  return db
    .selectFrom('learner_challenge')
    .select(['challenge_id as challengeId', 'attempts', 'best', 'opened'])
    .where('learner_id', '=', learnerId)
    .orderBy('challenge_id')
    .execute()
}
