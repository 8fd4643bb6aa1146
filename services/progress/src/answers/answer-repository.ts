import { DomainError } from '@rehearse/contracts/errors'
import type { EventLog, RecordedEvent } from '@rehearse/event-store'
import type { Pipeline } from '@rehearse/service-kit'
import { sql } from 'kysely'
import { isEarned, sectionKey } from '../learner/counters.ts'
import { localDay } from '../learner/days.ts'
import { newLearner } from '../learner/state.ts'
import type { StepProgress } from '../learner/steps.rules.ts'
import { noStreak } from '../learner/streak.ts'
import { type Answering, type ClientNames, hasClientNames } from '../learner/submit-answer.ts'
import {
  alreadyRecorded,
  commitLearners,
  isAlreadyRecorded,
  isLostRace,
  type LearnerWrite,
} from '../learner-store/commit-learners.ts'
import { type CachedLearner, LearnerCache } from '../learner-store/learner-cache.ts'
import {
  type QuestionState,
  readAnsweredQuestions,
  readHeads,
  readLearners,
  readQuestionStates,
  readUnfolded,
} from '../learner-store/learner-repository.ts'
import { badgeCache, readBadges } from '../question-copies/definition-repository.ts'
import {
  findQuestionsForAnswers,
  QuestionCache,
  type QuestionForAnswer,
} from '../question-copies/question-repository.ts'
import { achievementsProjection } from '../read-models/achievements.ts'
import { readActiveDays } from '../read-models/activity.ts'
import { type ReadModels, readModelsBehind, readModelsBehindCode } from '../read-models/follow-log.ts'
import type { Db, ProgressTables, Trx } from '../tables.ts'
import { findRecordedAnswers, type RecordedAnswers, recordedVersions } from './recorded-answers-repository.ts'
import { type AnsweringContext, type AnswerStore, keyRequestOf, type NewAnswer } from './save-answers.ts'

/** Cached data of a group; missing entries are read from the database. */
interface Group {
  learners: Map<string, CachedLearner>
  /** In the order of the answers, like the states. */
  questions: (QuestionForAnswer | undefined)[]
  states: (QuestionState | undefined)[]
  recorded: RecordedAnswers
}

/**
 * Answers in Postgres, in few round trips: one query reads what isn't cached, and the rest is the transaction that
 * appends to the log.
 */
export function answerRepository(
  pipeline: Pick<Pipeline<ProgressTables>, 'read' | 'transaction'>,
  log: EventLog,
  readModels: Pick<ReadModels, 'reach' | 'recorded'>,
  learnerCache = new LearnerCache(),
): AnswerStore {
  const badges = badgeCache(() => pipeline.read(readBadges))
  const questionCache = new QuestionCache()

  return {
    async load(answers, { fresh }) {
      const group = fresh ? unknown(answers) : known(answers)
      const isComplete = ![...group.questions, ...group.states].includes(undefined)
      // One snapshot of the database; the append detects later changes.
      if (!isComplete || fresh) await fillWithRetries(group, answers, fresh)
      const days = await daysOfLate(answers, group)
      const names = await namesOf(answers, group)
      // In the background: until it succeeds, the cached questions are valid for a while.
      questionCache
        .refresh((requests) => pipeline.read((reads) => findQuestionsForAnswers(reads, requests)))
        .catch(() => {})
      return contextOf(answers, group, { days, names }, await badges())
    },

    async commit(writes) {
      try {
        readModels.recorded(await pipeline.transaction((trx) => commitAll(trx, log, writes)))
      } catch (error) {
        // The outcome of the write is unknown, so the next answer reads their state.
        learnerCache.forget(writes.map(({ learner }) => learner.learnerId))
        if (isLostRace(error) && !isAlreadyRecorded(error)) learnerCache.bypass()
        throw error
      }
      for (const write of writes) learnerCache.advance(write)
    },
  }

  function known(answers: readonly NewAnswer[]): Group {
    const group = unknown(answers)
    for (const [index, answer] of answers.entries()) {
      const { learnerId, questionId } = answer
      const learner = group.learners.get(learnerId) ?? learnerCache.get(learnerId)
      if (learner !== undefined) group.learners.set(learnerId, learner)
      const question = questionCache.get(keyRequestOf(answer))
      group.questions[index] = question
      const answered =
        learner?.answered.get(questionId) ?? (learner?.isAnsweredComplete ? unanswered : undefined)
      // Progress in a step isn't cached: it is read as long as an answer may still complete the step.
      const isOpen = (step: { pathId: string; stepId: string }) =>
        learner !== undefined && !isEarned(learner.learner.state.counters, step.pathId, step.stepId)
      if (answered !== undefined && question !== undefined && !question.key.steps.some(isOpen)) {
        group.states[index] = { ...answered, steps: [] }
      }
    }
    return group
  }

  /**
   * If a read model has to catch up first, everything is read again, since the learners may have changed meanwhile.
   */
  async function fillWithRetries(group: Group, answers: readonly NewAnswer[], fresh: boolean): Promise<void> {
    const learnerIds = new Set(answers.map(({ learnerId }) => learnerId))
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await pipeline.read((reads) => fill(group, reads, answers, fresh))
      } catch (error) {
        if (!isBehind(error) || attempt === fillsMax) throw error
        for (const id of learnerIds) await readModels.reach(id)
        Object.assign(group, fresh ? unknown(answers) : known(answers))
      }
    }
  }

  async function fill(
    { learners, questions, states, recorded }: Group,
    db: Db,
    answers: readonly NewAnswer[],
    fresh: boolean,
  ): Promise<void> {
    const uncachedLearners = [...new Set(answers.map(({ learnerId }) => learnerId))].filter(
      (id) => !learners.has(id),
    )
    const unread = indexesOf(questions, undefined)
    const uncachedStates = indexesOf(states, undefined)
    const at = (indexes: readonly number[]) => indexes.map((index) => answers[index] as NewAnswer)
    const asked = at(unread).map(keyRequestOf)
    const expired = asked.length === 0 ? [] : questionCache.expired()
    const unfolding = readUnfolded(db, log, [
      ...new Set([...uncachedLearners, ...at(uncachedStates).map(({ learnerId }) => learnerId)]),
    ])
    const [heads, read, answered, foundQuestions, foundStates, foundRecorded, unfolded] = await Promise.all([
      readHeads(db, log, uncachedLearners),
      readLearners(db, uncachedLearners, unfolding),
      readAnsweredQuestions(db, uncachedLearners, unfolding),
      findQuestionsForAnswers(db, [...asked, ...expired]),
      readQuestionStates(db, at(uncachedStates), unfolding),
      fresh ? findRecordedAnswers(db, log, answers) : noRecordedAnswers(),
      unfolding,
    ])
    for (const [id, head] of heads) {
      const learner = { head, learner: read.get(id) ?? newLearner(id) }
      learners.set(id, learnerCache.set(id, learner, answered.get(id)))
    }
    for (const [place, request] of [...asked, ...expired].entries()) {
      questionCache.set(request, foundQuestions[place])
    }
    for (const [place, index] of unread.entries()) questions[index] = foundQuestions[place]
    for (const [place, index] of uncachedStates.entries()) {
      const state = foundStates[place]
      const { learnerId, questionId } = answers[index] as NewAnswer
      states[index] = state
      if (state !== undefined) learners.get(learnerId)?.answered.set(questionId, state)
    }
    // Badges of recorded answers may be among the events that aren't folded yet.
    for (const id of foundRecorded.answers.keys()) {
      if (unfolded.of(id, achievementsProjection).some(({ type }) => type === 'BadgeEarned'))
        throw readModelsBehind()
    }
    Object.assign(recorded, foundRecorded)
    await useRecordedVersions(db, answers, { questions, recorded })
  }

  /** Only for learners whose answers name a section or path that isn't the question's own. */
  async function namesOf(answers: readonly NewAnswer[], { questions }: Group) {
    const naming = answers.filter((answer, index) => {
      const key = questions[index]?.key
      return key !== undefined && hasClientNames(answer, key)
    })
    const learnerIds = [...new Set(naming.map(({ learnerId }) => learnerId))]
    if (learnerIds.length === 0) return new Map<string, ClientNames>()
    for (const id of learnerIds) await readModels.reach(id)
    return pipeline.read((reads) => readClientNames(reads, learnerIds))
  }

  /** Only for learners who may have a late answer (see `isLate`): one that follows a later day or activity. */
  async function daysOfLate(answers: readonly NewAnswer[], { learners }: Group) {
    const reached = new Map<string, { day: string; at: number }>()
    const late = new Set<string>()
    for (const { learnerId, answeredAt, timeZone } of answers) {
      const [day, at] = [localDay(answeredAt, timeZone), answeredAt.getTime()]
      const { lastDay, first } = learners.get(learnerId)?.learner.state.streak ?? noStreak
      const before = reached.get(learnerId) ?? {
        day: lastDay ?? '',
        at: first?.at ?? Number.NEGATIVE_INFINITY,
      }
      if (day < before.day || (day === before.day && at <= before.at)) late.add(learnerId)
      if (day > before.day) reached.set(learnerId, { day, at })
    }
    if (late.size === 0) return new Map()
    await Promise.all([...late].map((id) => readModels.reach(id)))
    return pipeline.read((reads) => readActiveDays(reads, [...late]))
  }
}

/** An answer that is sent again without a question version gets the version that graded it first. */
async function useRecordedVersions(
  db: Db,
  answers: readonly NewAnswer[],
  { questions, recorded }: Pick<Group, 'questions' | 'recorded'>,
): Promise<void> {
  const versions = recordedVersions(answers, recorded.answers)
  if (versions.size === 0) return
  const found = await findQuestionsForAnswers(db, [...versions.values()], { evenHidden: true })
  for (const [place, index] of [...versions.keys()].entries()) questions[index] = found[place]
}

/** Rolls the whole group back if the log already has one of its answers, which was treated as new by mistake. */
async function commitAll(trx: Trx, log: EventLog, writes: readonly LearnerWrite[]): Promise<RecordedEvent[]> {
  const events = await commitLearners((work) => work(trx), log, writes)
  if (events.length < writes.reduce((sum, write) => sum + write.events.length, 0)) throw alreadyRecorded()
  return events
}

const unknown = (answers: readonly NewAnswer[]): Group => ({
  learners: new Map(),
  questions: Array(answers.length).fill(undefined),
  states: Array(answers.length).fill(undefined),
  recorded: noRecordedAnswers(),
})

const noRecordedAnswers = (): RecordedAnswers => ({ answers: new Map(), badges: new Map() })

const fillsMax = 5

const unanswered = { attempts: 0 }

const isBehind = (error: unknown): boolean =>
  error instanceof DomainError && error.code === readModelsBehindCode

const indexesOf = (list: readonly unknown[], wanted: unknown): number[] =>
  list.flatMap((one, index) => (one === wanted ? [index] : []))

/**
 * The names that have rows in learners' stats. They are read after the stream heads: if a name has been added since,
 * the append fails on the stream version.
 */
async function readClientNames(db: Db, learnerIds: readonly string[]): Promise<Map<string, ClientNames>> {
  const { rows } = await sql<{ id: string; sections: string[]; paths: string[] }>`
    select id,
      array(select key from learner_figure where learner_id = id and dimension = 'section') as sections,
      array(select path_id from learner_path where learner_id = id) as paths
    from unnest(${learnerIds}::text[]) as learners (id)`.execute(db)
  return new Map(
    rows.map(({ id, sections, paths }) => [id, { sections: new Set(sections), paths: new Set(paths) }]),
  )
}

/** The data that the decisions on a group of answers depend on. */
function contextOf(
  answers: readonly NewAnswer[],
  { learners, questions, states, recorded }: Group,
  { days, names }: { days: Awaited<ReturnType<typeof readActiveDays>>; names: Map<string, ClientNames> },
  badges: AnsweringContext['badges'],
): AnsweringContext {
  const asked = new Map<string, { attempts: Map<string, number>; steps: Map<string, StepProgress> }>()
  for (const [index, { learnerId, questionId }] of answers.entries()) {
    const of = asked.get(learnerId) ?? { attempts: new Map(), steps: new Map() }
    asked.set(learnerId, of)
    const state = states[index]
    of.attempts.set(questionId, state?.attempts ?? 0)
    for (const step of state?.steps ?? []) of.steps.set(sectionKey(step.pathId, step.stepId), step)
  }
  const writes = new Map<string, LearnerWrite>()
  const answering = new Map<string, Answering>()
  for (const [id, { attempts, steps }] of asked) {
    const { head, learner } = learners.get(id) as CachedLearner
    const current = { ...learner, days: days.get(id) ?? learner.days, steps: [...steps.values()] }
    writes.set(id, { head, learner: current, events: [] })
    answering.set(id, { recorded: recorded.answers.get(id) ?? new Map(), attempts })
  }
  const keys = questions.map((question) => question?.key)
  return { keys, badges, learners: writes, answering, names, earned: recorded.badges }
}
