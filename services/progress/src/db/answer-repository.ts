import type { AnswerSubmittedData } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { Pipeline } from '@rehearse/service-kit'
import type { Kysely } from 'kysely'
import { findAnswerKeys } from '../answer-keys/answer-key-repository.ts'
import { badgeShelf } from '../badges/badge-repository.ts'
import { answerEventId } from '../commands/event-id.ts'
import type { AnsweringContext, AnsweringLearner, AnswerStore, NewAnswer } from '../commands/save-answers.ts'
import { type Learner, newLearner } from '../domain/learner.ts'
import { localDay } from '../domain/local-day.ts'
import { type QuestionState, readQuestionStates } from './answered-questions.ts'
import { commitLearners } from './commit-learners.ts'
import { readHeads, readLearners } from './learner-repository.ts'
import { readActiveDays } from './standing-repository.ts'
import type { ProgressTables } from './tables.ts'

/**
 * Answers in Postgres, in few round trips: one reads the heads and then all else, the others are one transaction for
 * the log and its read models.
 */
export function answerRepository(
  db: Kysely<ProgressTables>,
  pipeline: Pick<Pipeline<ProgressTables>, 'read' | 'transaction'>,
  log: EventLog,
): AnswerStore {
  const badges = badgeShelf(db)
  return {
    load: (answers) => pipeline.read((reads) => load(reads, answers)),
    commit: async (writes) => {
      await commitLearners(pipeline.transaction, log, writes)
    },
  }

  async function load(db: Kysely<ProgressTables>, answers: readonly NewAnswer[]): Promise<AnsweringContext> {
    const learnerIds = [...new Set(answers.map((answer) => answer.learnerId))]
    // All as of one moment: whatever changes after it is found out at the append.
    const [heads, keys, taken, states, learners, earnable] = await Promise.all([
      readHeads(db, log, learnerIds),
      findAnswerKeys(
        db,
        answers.map(({ questionId, questionVersion }) => ({ questionId, version: questionVersion })),
      ),
      findTaken(db, log, answers),
      readQuestionStates(db, answers),
      readLearners(db, learnerIds),
      badges(),
    ])
    const days = await daysOfLate(db, answers, learners)
    const byLearner = Map.groupBy(
      answers.map((answer, index) => ({ answer, state: states[index] })),
      ({ answer }) => answer.learnerId,
    )
    return {
      keys,
      badges: earnable,
      learners: new Map(
        [...heads].map(([id, head]): [string, AnsweringLearner] => {
          const asked = byLearner.get(id) ?? []
          const learner = learners.get(id) ?? newLearner(id)
          return [
            id,
            {
              head,
              answering: { taken: taken.get(id) ?? new Map(), attempts: attemptsOf(asked) },
              learner: { ...learner, days: days.get(id) ?? learner.days, unsolved: unsolvedOf(asked) },
            },
          ]
        }),
      ),
    }
  }
}

interface Asked {
  answer: NewAnswer
  state: QuestionState | undefined
}

const attemptsOf = (asked: readonly Asked[]): Map<string, number> =>
  new Map(asked.map(({ answer, state }) => [answer.questionId, state?.attempts ?? 0]))

const unsolvedOf = (asked: readonly Asked[]): Learner['unsolved'] =>
  new Map(asked.flatMap(({ answer, state }) => (state?.left ? [[answer.questionId, state.left]] : [])))

async function findTaken(
  db: Kysely<ProgressTables>,
  log: EventLog,
  answers: readonly NewAnswer[],
): Promise<Map<string, Map<string, AnswerSubmittedData>>> {
  const events = await log
    .reader(db)
    .readById(answers.map((answer) => answerEventId(answer.learnerId, answer.answerId)))
  const taken = new Map<string, Map<string, AnswerSubmittedData>>()
  for (const event of events) {
    const data = event.data as AnswerSubmittedData
    taken.set(data.learnerId, (taken.get(data.learnerId) ?? new Map()).set(data.answerId, data))
  }
  return taken
}

/** The days of those alone who have an answer among these that comes after one of a later day. */
async function daysOfLate(
  db: Kysely<ProgressTables>,
  answers: readonly NewAnswer[],
  learners: ReadonlyMap<string, Learner>,
): Promise<Awaited<ReturnType<typeof readActiveDays>>> {
  const last = new Map([...learners].map(([id, { standing }]) => [id, standing.streak.lastDay ?? '']))
  const late = new Set<string>()
  for (const { learnerId, answeredAt, timeZone } of answers) {
    const day = localDay(answeredAt, timeZone)
    const before = last.get(learnerId) ?? ''
    if (day < before) late.add(learnerId)
    else last.set(learnerId, day)
  }
  return late.size === 0 ? new Map() : readActiveDays(db, [...late])
}
