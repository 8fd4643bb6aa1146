import { type EventLog, isErased } from '@rehearse/event-store'
import { type RawBuilder, sql } from 'kysely'
import { isAnswer, learnerStream } from '../learner/events.ts'
import type { Learner } from '../learner/state.ts'
import {
  type IdentifiedEvent,
  type LearnerWrite,
  withDerivedEvents,
} from '../learner-store/commit-learners.ts'
import { readHeads, readLearners, readQuestionStates } from '../learner-store/learner-repository.ts'
import { readBadges } from '../question-copies/definition-repository.ts'
import { findAnswerKeys } from '../question-copies/question-repository.ts'
import type { ReadModels } from '../read-models/follow-log.ts'
import type { Db } from '../tables.ts'
import { type CorrectedKey, correctedKey, type GradedAnswer, regradeLearner } from './regrade-learner.ts'

/** The answers to regrade, and the key to use. */
export interface RegradeRequest {
  questionId: string
  version: number
  keyVersion: number
}

export interface Changes {
  answers: number
  learners: number
  points: number
  badges: number
  gains: PointsOfLearners
  losses: PointsOfLearners
}

/** Points, 0 or more, and the number of learners who gained or lost them. */
interface PointsOfLearners {
  points: number
  learners: number
}

const none: PointsOfLearners = { points: 0, learners: 0 }
export const noChanges: Changes = { answers: 0, learners: 0, points: 0, badges: 0, gains: none, losses: none }

/** Learners per transaction. */
const pageSize = 100
const metadata = { correlationId: null, causationId: null }

/** The outcome of a regrade for one page of learners. */
export interface RegradePage {
  changes: Changes
  writes: LearnerWrite[]
  /** The last learner of the page; undefined if there are no more. */
  last: string | undefined
}

/** Decides the regrades of the next page of learners, and records nothing. */
export async function decidePage(
  db: Db,
  log: EventLog,
  readModels: Pick<ReadModels, 'reachEnd'>,
  wanted: RegradeRequest,
  after: string,
): Promise<RegradePage> {
  const { rightOptionIds, isCorrect } = await keyFor(db, wanted)
  const { rows } = await misgradedPage(wanted, rightOptionIds, after).execute(db)
  const byLearner = Map.groupBy(rows, (row) => row.respondent)
  const learnerIds = [...byLearner.keys()]
  if (learnerIds.length === 0) return { changes: noChanges, writes: [], last: undefined }
  // Read the heads first: rows that are newer than their head make the append fail.
  const heads = await readHeads(db, log, learnerIds)
  await readModels.reachEnd()
  const learners = await readLearners(db, learnerIds)
  const badges = await readBadges(db)
  const steps = await stepsOf(db, learnerIds, wanted.questionId)
  const events = await log.reader(db).readById(rows.map((row) => row.event_id))
  const answers = new Map(events.filter(isAnswer).map((event) => [event.eventId, event]))
  const at = new Date()
  let changes = noChanges
  const writes: LearnerWrite[] = []
  for (const [learnerId, misgraded] of byLearner) {
    const [head, learner] = [heads.get(learnerId), learners.get(learnerId)]
    if (head === undefined || head.isErased || learner === undefined) continue
    const graded = misgraded.flatMap(({ event_id, correct }): GradedAnswer[] => {
      const event = answers.get(event_id)
      return event ? [{ event, wasCorrect: correct }] : []
    })
    const resets = await log
      .reader(db)
      .readStreamBackwards(learnerStream(learnerId), 'ProgressReset', { limit: 1_000 })
    const decided = regradeLearner(graded, resets, { keyVersion: wanted.keyVersion, isCorrect, at })
    const unrecorded = await withoutRecorded(db, log, decided)
    if (unrecorded.length === 0) continue
    const own = { ...learner, steps: steps.get(learnerId) ?? [] }
    const followed = withDerivedEvents(own, unrecorded, { badges, at, metadata })
    writes.push({ head, ...followed })
    const points = followed.learner.state.points - learner.state.points
    changes = addChanges(changes, {
      answers: unrecorded.length,
      learners: 1,
      points,
      gains: points > 0 ? { points, learners: 1 } : none,
      losses: points < 0 ? { points: -points, learners: 1 } : none,
      badges: followed.events.filter(({ type }) => type === 'BadgeEarned').length,
    })
  }
  return { changes, writes, last: learnerIds.at(-1) }
}

/** By learner: the steps that contain the question, since a regraded answer may complete them. */
async function stepsOf(
  db: Db,
  learnerIds: readonly string[],
  questionId: string,
): Promise<Map<string, Learner['steps']>> {
  const states = await readQuestionStates(
    db,
    learnerIds.map((learnerId) => ({ learnerId, questionId })),
  )
  return new Map(states.map(({ steps }, index) => [learnerIds[index] ?? '', steps]))
}

/** The list of answers may lag the log, so leave out answers regraded meanwhile. */
async function withoutRecorded(
  db: Db,
  log: EventLog,
  unrecorded: readonly IdentifiedEvent[],
): Promise<IdentifiedEvent[]> {
  const events = await log.reader(db).readById(unrecorded.map(({ eventId }) => eventId))
  const recorded = new Set(events.map(({ eventId }) => eventId))
  return unrecorded.filter(({ eventId }) => !recorded.has(eventId))
}

/**
 * Answers of the next page of learners that the corrected key grades differently or, without option ids, may grade
 * differently; erased learners have none. The page of learners is selected first, so that no other learner's answers
 * are read.
 */
export function misgradedPage(
  { questionId, version }: Pick<RegradeRequest, 'questionId' | 'version'>,
  rightOptionIds: readonly string[] | null,
  after: string,
): RawBuilder<{ respondent: string; event_id: string; correct: boolean }> {
  const isMisgraded = sql<boolean>`question_id = ${questionId} and question_version = ${version} and graded = 'server'
    and ${
      rightOptionIds === null
        ? sql`response is not null`
        : sql`correct <> (selected @> ${rightOptionIds}::text[] and selected <@ ${rightOptionIds}::text[])`
    }`
  const next = sql`
    select distinct respondent from item_answer
    where ${isMisgraded} and respondent > ${after} and not ${isErased(sql`${learnerStream('')} || respondent`)}
    order by respondent limit ${pageSize}`
  return sql`
    select respondent, event_id, correct from item_answer
    where ${isMisgraded} and respondent = any(array(${next}))
    order by respondent, event_id`
}

async function keyFor(db: Db, { questionId, version, keyVersion }: RegradeRequest): Promise<CorrectedKey> {
  const [shown, right] = await findAnswerKeys(db, [
    { questionId, version },
    { questionId, version: keyVersion },
  ])
  if (shown === undefined || right === undefined) throw new Error('a regrade names versions that we have')
  return correctedKey(shown, right)
}

export const addChanges = (one: Changes, other: Changes): Changes => ({
  answers: one.answers + other.answers,
  learners: one.learners + other.learners,
  points: one.points + other.points,
  badges: one.badges + other.badges,
  gains: addPoints(one.gains, other.gains),
  losses: addPoints(one.losses, other.losses),
})

const addPoints = (one: PointsOfLearners, other: PointsOfLearners): PointsOfLearners => ({
  points: one.points + other.points,
  learners: one.learners + other.learners,
})
