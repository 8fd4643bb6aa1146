import type { EventLog, RecordedEvent, StreamHead } from '@rehearse/event-store'
import { sql } from 'kysely'
import { type AnswerEvent, isAnswer, type LearnerEvent, learnerStream, ofType } from '../learner/events.ts'
import { activityOf, evolveState, isLate, type Learner, newLearner } from '../learner/state.ts'
import { answerStep, type StepProgress } from '../learner/steps.rules.ts'
import { type StepAnswerRow, stepAnswer, toSteps } from '../question-copies/definition-repository.ts'
import { achievementsProjection } from '../read-models/achievements.ts'
import { activityProjection, readLearnerStates } from '../read-models/activity.ts'
import { questionsProjection } from '../read-models/answers.ts'
import { readModelsBehind } from '../read-models/follow-log.ts'
import type { Db } from '../tables.ts'

/**
 * The heads of learners' streams. Read them before anything else that a decision needs: the append then detects every
 * later change.
 */
export async function readHeads(
  db: Db,
  log: EventLog,
  learnerIds: readonly string[],
): Promise<Map<string, StreamHead>> {
  if (learnerIds.length === 0) return new Map()
  const heads = await log.reader(db).heads(learnerIds.map(learnerStream))
  return new Map(
    learnerIds.map((id) => [
      id,
      heads.get(learnerStream(id)) ?? { version: 0, wrappedKey: null, isErased: false },
    ]),
  )
}

/**
 * Learners' events that aren't in their read models yet. Read them in the same snapshot as the rows, so that no event
 * counts as both folded and unfolded.
 */
export class UnfoldedEvents {
  readonly #places: ReadonlyMap<string, number>
  readonly #events: Map<string, RecordedEvent[]>

  constructor(places: ReadonlyMap<string, number>, events: readonly RecordedEvent[]) {
    this.#places = places
    this.#events = Map.groupBy(events, (event) => event.streamId)
  }

  /** The events missing in a learner's read model, in order. */
  of(learnerId: string, { name }: { name: string }): (RecordedEvent & LearnerEvent)[] {
    const place = this.#places.get(name) ?? 0
    const events = this.#events.get(learnerStream(learnerId)) ?? []
    return events.filter((event) => event.globalPosition > place) as (RecordedEvent & LearnerEvent)[]
  }

  answersOf(learnerId: string): AnswerEvent[] {
    return this.of(learnerId, questionsProjection).filter(isAnswer)
  }
}

/** For callers that have waited for the read models: see `ReadModels.reach`. */
const noUnfoldedEvents = new UnfoldedEvents(new Map(), [])

const readers = [activityProjection, achievementsProjection, questionsProjection].map(({ name }) => name)
/** The maximum number of unfolded events, over all learners; with more, the read models have to catch up first. */
const unfoldedMax = 20_000

/**
 * The unfolded events of these learners.
 * @throws {DomainError} unavailable, `read_models_behind`, if there are too many, or if one is a reset or a regrade,
 *   which needs the rows: the read models have to catch up first
 */
export async function readUnfolded(
  db: Db,
  log: EventLog,
  learnerIds: readonly string[],
): Promise<UnfoldedEvents> {
  if (learnerIds.length === 0) return noUnfoldedEvents
  const streamIds = learnerIds.map(learnerStream)
  const { places, events, isComplete } = await log.reader(db).readUnfolded(readers, streamIds, unfoldedMax)
  const changesRows = ({ type }: RecordedEvent) => type === 'AnswerRegraded' || type === 'ProgressReset'
  if (!isComplete || events.some(changesRows)) throw readModelsBehind()
  return new UnfoldedEvents(
    places,
    events.filter(({ shredded }) => !shredded),
  )
}

/**
 * Learners without their active days; new ones if there are no events yet.
 * @param unfolding from the same snapshot, started before or together with this
 * @throws {DomainError} as `readUnfolded`, and if an event is a late answer, whose streak depends on all days
 */
export async function readLearners(
  db: Db,
  learnerIds: readonly string[],
  unfolding: UnfoldedEvents | Promise<UnfoldedEvents> = noUnfoldedEvents,
): Promise<Map<string, Learner>> {
  if (learnerIds.length === 0) return new Map()
  const [states, achieved, unfolded] = await Promise.all([
    readLearnerStates(db, learnerIds),
    sql<{ learner_id: string; badges: string[]; milestones: string[] }>`
      select learner_id,
        array(select badge_id from learner_badge where learner_badge.learner_id = asked.learner_id) as badges,
        array(select milestone_id from learner_milestone where learner_milestone.learner_id = asked.learner_id)
          as milestones
      from unnest(${learnerIds}::text[]) as asked (learner_id)`.execute(db),
    unfolding,
  ])
  return new Map(
    achieved.rows.map((row) => {
      const learner = toLearner(row, states.get(row.learner_id))
      return [row.learner_id, withUnfolded(learner, unfolded)]
    }),
  )
}

function toLearner(
  row: { learner_id: string; badges: string[]; milestones: string[] },
  state: Learner['state'] | undefined,
): Learner {
  const learner = newLearner(row.learner_id)
  const achieved = { badges: new Set(row.badges), milestones: new Set(row.milestones) }
  return state === undefined ? { ...learner, ...achieved } : { ...learner, ...achieved, state, days: null }
}

function withUnfolded(learner: Learner, unfolded: UnfoldedEvents): Learner {
  const { learnerId } = learner
  let { state, days } = learner
  for (const event of unfolded.of(learnerId, activityProjection)) {
    const activity = activityOf(event)
    if (activity !== null && isLate(state, activity)) throw readModelsBehind()
    state = evolveState(state, event)
    days = null
  }
  const achieved = unfolded.of(learnerId, achievementsProjection)
  const badges = achieved.flatMap((event) => (ofType(event, 'BadgeEarned') ? [event.data.badgeId] : []))
  const milestones = achieved.flatMap((event) =>
    ofType(event, 'MilestoneReached') ? [event.data.milestoneId] : [],
  )
  return {
    ...learner,
    state,
    days,
    badges: new Set([...learner.badges, ...badges]),
    milestones: new Set([...learner.milestones, ...milestones]),
  }
}

interface AnsweredQuestion {
  learnerId: string
  questionId: string
}

/** How often a learner has answered a question, and the steps that contain it. */
export interface QuestionState {
  attempts: number
  /** One object per step, shared by all of its questions. */
  steps: StepProgress[]
}

/** Learners who have answered more questions than this are queried question by question. */
const answeredMax = 300

/** Every question that the learners have answered; a learner with too many is absent. */
export async function readAnsweredQuestions(
  db: Db,
  learnerIds: readonly string[],
  unfolding: Promise<UnfoldedEvents>,
): Promise<Map<string, Map<string, { attempts: number }>>> {
  if (learnerIds.length === 0) return new Map()
  const [{ rows }, unfolded] = await Promise.all([
    sql<AnsweredQuestion & { attempts: number }>`
      select state.* from unnest(${learnerIds}::text[]) as asked (learner_id)
      cross join lateral (
        select learner_id as "learnerId", question_id as "questionId", attempts from learner_question
        where learner_question.learner_id = asked.learner_id limit ${answeredMax + 1}
      ) as state`.execute(db),
    unfolding,
  ])
  const byLearner = Map.groupBy(rows, (row) => row.learnerId)
  return new Map(
    learnerIds.flatMap((id) => {
      const answered = new Map(
        byLearner.get(id)?.map(({ questionId, attempts }) => [questionId, { attempts }]),
      )
      if (answered.size > answeredMax) return []
      for (const { data } of unfolded.answersOf(id)) answered.set(data.questionId, { attempts: data.attempt })
      return [[id, answered]]
    }),
  )
}

/** The state of each requested question, in the same order. */
export async function readQuestionStates(
  db: Db,
  asked: readonly AnsweredQuestion[],
  unfolding: UnfoldedEvents | Promise<UnfoldedEvents> = noUnfoldedEvents,
): Promise<QuestionState[]> {
  if (asked.length === 0) return []
  const [{ rows }, foldedSteps, unfolded] = await Promise.all([
    sql<{ attempts: number }>`
      select coalesce(state.attempts, 0) as attempts
      from unnest(
        ${asked.map((one) => one.learnerId)}::text[], ${asked.map((one) => one.questionId)}::uuid[]
      ) with ordinality as asked (learner_id, question_id, position)
      left join learner_question state
        on state.learner_id = asked.learner_id and state.question_id = asked.question_id
      order by asked.position`.execute(db),
    readStepsOf(db, asked),
    unfolding,
  ])
  const steps = new Map(
    [...foldedSteps].map(([id, own]) => [id, withAnswers(own, unfolded.answersOf(id))] as const),
  )
  return asked.map(({ learnerId, questionId }, index) => {
    const answers = unfolded.answersOf(learnerId).filter(({ data }) => data.questionId === questionId)
    const attempts = Math.max(rows[index]?.attempts ?? 0, ...answers.map(({ data }) => data.attempt))
    const own = steps.get(learnerId) ?? []
    return { attempts, steps: own.filter((step) => step.answers.has(questionId)) }
  })
}

const withAnswers = (steps: readonly StepProgress[], answers: readonly AnswerEvent[]): StepProgress[] =>
  steps.map((step) =>
    answers.reduce((before, { data: { questionId, answeredAt, isCorrect } }) => {
      return answerStep(before, questionId, { at: Date.parse(answeredAt), isCorrect })
    }, step),
  )

/** By learner: the steps that contain one of these questions. */
async function readStepsOf(db: Db, asked: readonly AnsweredQuestion[]): Promise<Map<string, StepProgress[]>> {
  const { rows } = await sql<StepAnswerRow & { learner_id: string }>`
    select steps.learner_id, steps.path_id, steps.step_id, question.question_id, ${stepAnswer}
    from (
      select distinct asked.learner_id, step.path_id, step.step_id
      from unnest(
        ${asked.map((one) => one.learnerId)}::text[], ${asked.map((one) => one.questionId)}::uuid[]
      ) as asked (learner_id, question_id)
      join path_step_question step on step.question_id = asked.question_id
    ) as steps
    join path_step_question question
      on question.path_id = steps.path_id and question.step_id = steps.step_id
    join bank_question bank on bank.question_id = question.question_id and bank.is_open
    left join learner_question done
      on done.learner_id = steps.learner_id and done.question_id = question.question_id`.execute(db)
  const byLearner = Map.groupBy(rows, (row) => row.learner_id)
  return new Map([...byLearner].map(([id, own]) => [id, toSteps(own)]))
}
