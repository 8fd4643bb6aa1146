import type { EventLog, StreamHead } from '@rehearse/event-store'
import { type Kysely, sql } from 'kysely'
import { learnerStream } from '../learner/answer-event.ts'
import { type Learner, newLearner } from '../learner/learner.ts'
import type { ProgressTables } from '../tables.ts'
import { readStandings } from './state-repository.ts'

/**
 * Where streams stand. Read it before anything else that a decision needs: what changes after it is found out at the
 * append.
 */
export async function readHeads(
  db: Kysely<ProgressTables>,
  log: EventLog,
  learnerIds: readonly string[],
): Promise<Map<string, StreamHead>> {
  const heads = await log.reader(db).heads(learnerIds.map(learnerStream))
  return new Map(
    learnerIds.map((id) => [
      id,
      heads.get(learnerStream(id)) ?? { version: 0, wrappedKey: null, isErased: false },
    ]),
  )
}

/** Learners as their facts have made them, without their days; new ones where there are no facts yet. */
export async function readLearners(
  db: Kysely<ProgressTables>,
  learnerIds: readonly string[],
): Promise<Map<string, Learner>> {
  const [standings, achieved] = await Promise.all([
    readStandings(db, learnerIds),
    sql<{ learner_id: string; badges: string[]; milestones: string[] }>`
      select learner_id,
        array(select badge_id from learner_badge where learner_badge.learner_id = asked.learner_id) as badges,
        array(select milestone_id from learner_milestone where learner_milestone.learner_id = asked.learner_id)
          as milestones
      from unnest(${learnerIds}::text[]) as asked (learner_id)`.execute(db),
  ])
  return new Map(
    achieved.rows.map(({ learner_id: id, badges, milestones }) => {
      const standing = standings.get(id)
      const learner = newLearner(id)
      if (standing === undefined) return [id, learner]
      return [
        id,
        { ...learner, standing, badges: new Set(badges), milestones: new Set(milestones), days: null },
      ]
    }),
  )
}
