import type { ChallengeAttemptedData, ChallengeOpenedData, ProgressResetData } from '@rehearse/contracts'
import type { Projection } from '@rehearse/event-store'
import { sql, type Transaction } from 'kysely'
import { localDay } from '../learner/local-day.ts'
import { ofType } from '../learner/of-type.ts'
import { challengePoints } from '../learner/points.ts'
import type { ProgressTables } from '../tables.ts'

type Trx = Transaction<ProgressTables>

/** Attempts at challenges one by one, and what each challenge has brought. They are few: one at a time will do. */
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

/** Points can be earned anew; who may read a solution may go on reading it. */
async function forget(trx: Trx, { learnerId, scope }: ProgressResetData): Promise<void> {
  if (scope !== 'all') return
  await trx.updateTable('learner_challenge').set({ best: 0 }).where('learner_id', '=', learnerId).execute()
}
