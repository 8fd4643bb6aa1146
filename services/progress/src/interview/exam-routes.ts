import {
  DomainError,
  type ErrorDetail,
  EXAM_QUESTIONS,
  type ExamAnswer,
  FORECAST_MIN,
  finishMockExam,
  startMockExam,
} from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import { type App, type Database, principalOf, serve } from '@rehearse/service-kit'
import { toAnswerResult } from '../answers/routes.ts'
import type { NewAnswer, RecordAnswer, SavedAnswer } from '../answers/save-answers.ts'
import { isAnswer } from '../learner/events.ts'
import { type CommandHandler, requestMetadata } from '../learner-store/command-handler.ts'
import { answerEventId, eventIdOf } from '../learner-store/commit-learners.ts'
import { readZone } from '../stats/queries.ts'
import type { ProgressTables } from '../tables.ts'
import { forecastExam } from './forecast.rules.ts'
import { readForecast, toMockExam } from './forecast-view.ts'
import {
  type ForecastRow,
  findExam,
  findInterview,
  findOpenExam,
  readOpen,
  readReservedIds,
} from './queries.ts'
import { selectReserved } from './reserve.rules.ts'
import { noInterview } from './routes.ts'

interface ExamDependencies {
  database: Database<ProgressTables>
  log: EventLog
  handleCommand: CommandHandler
  recordAnswer: RecordAnswer
}

/** Mock exams on questions reserved from the learner: each tests the forecast made before its first answer. */
export function examRoutes(
  app: App,
  { database: { db }, log, handleCommand, recordAnswer }: ExamDependencies,
): void {
  serve(app, startMockExam, async (request) => {
    const { id: learnerId } = principalOf(request)
    const examId = request.body.examId.toLowerCase()
    const { count } = request.body
    const now = new Date()
    await handleCommand({
      learnerId,
      metadata: requestMetadata(),
      at: now,
      charges: [{ quota: 'mock-exams', amount: 1 }],
      decide: async () => {
        if (await findExam(db, learnerId, examId)) return []
        if (await findOpenExam(db, learnerId)) return []
        const set = await findInterview(db, learnerId)
        if (set === undefined || set.ends_at <= now) throw noInterview()
        const { items, n } = await readForecast(db, learnerId)
        if (n < FORECAST_MIN) throw forecastUnknown(n)
        const kept = (await readReservedIds(db, learnerId, now)).flatMap((questionId) => {
          const item = items.get(questionId)
          return item ? [{ questionId, topic: item.topic, difficulty: item.label, item }] : []
        })
        if (kept.length < EXAM_QUESTIONS.min) throw tooFewQuestions(kept.length)
        const rank = (questionId: string) => eventIdOf(examId, questionId)
        const questionIds = selectReserved(kept, { count, rank })
        const itemOf = new Map(kept.map(({ questionId, item }) => [questionId, item]))
        const { chances, chance, low, high } = forecastExam(questionIds.flatMap((id) => itemOf.get(id) ?? []))
        const timeZone = request.body.timeZone ?? (await readZone(db, learnerId))
        return [
          {
            type: 'ForecastMade',
            eventId: eventIdOf(learnerId, 'mock exam', examId),
            data: {
              ...{ learnerId, examId, questionIds, chances, predicted: chance, low, high, timeZone },
              at: now.toISOString(),
            },
          },
        ]
      },
    })
    const exam = (await findExam(db, learnerId, examId)) ?? (await findOpenExam(db, learnerId))
    // Another device finished the exam that this one would have continued.
    if (exam === undefined) throw noInterview()
    return { success: true as const, exam: toMockExam(exam) }
  })

  serve(app, finishMockExam, async (request) => {
    const { id: learnerId } = principalOf(request)
    const examId = request.params.examId.toLowerCase()
    const now = new Date()
    const found = await findExam(db, learnerId, examId)
    if (found === undefined) throw examNotFound()
    const answers = request.body.answers.map((answer) => ({
      ...answer,
      questionId: answer.questionId.toLowerCase(),
    }))
    requireInExam(found, answers)
    const timeZone = request.body.timeZone ?? (await readZone(db, learnerId))
    if (found.tested_at === null) {
      const shared = { learnerId, examId, timeZone, now }
      await Promise.all(answers.map((answer) => recordOne(toNewAnswer(answer, shared))))
      await handleCommand({
        learnerId,
        metadata: requestMetadata(),
        at: now,
        decide: async () => {
          const current = await findExam(db, learnerId, examId)
          if (current === undefined || current.tested_at !== null) return []
          const recorded = await readAnswers(learnerId, current)
          const open = await readOpen(db, current.question_ids)
          const data = {
            ...{ learnerId, examId, timeZone, at: now.toISOString() },
            correct: [...recorded.values()].filter(({ isCorrect }) => isCorrect).length,
            // A question that was withdrawn meanwhile doesn't count.
            total: current.question_ids.filter((id) => recorded.has(id) || open.has(id)).length,
          }
          return [{ type: 'ForecastTested', eventId: eventIdOf(learnerId, 'mock exam tested', examId), data }]
        },
      })
    }
    const exam = (await findExam(db, learnerId, examId)) ?? found
    const recorded = await readAnswers(learnerId, exam)
    const results = await Promise.all(
      exam.question_ids.map(async (questionId) => {
        const answer = recorded.get(questionId)
        // Recorded before, so this returns the first result.
        const saved =
          answer &&
          (await recordAnswer(toNewAnswer(asGiven(answer), { learnerId, examId, timeZone, now }), true))
        return { questionId, result: saved ? toAnswerResult(saved) : null }
      }),
    )
    const { correct, total } = exam
    if (correct === null || total === null) throw new Error('a finished exam has a result')
    return { success: true as const, exam: toMockExam(exam), correct, total, results }
  })

  /** The answers to an exam that are in the log, by question. */
  async function readAnswers(learnerId: string, { exam_id, question_ids }: ForecastRow) {
    const ids = question_ids.map((questionId) => answerEventId(learnerId, examAnswerId(exam_id, questionId)))
    const events = await log.reader(db).readById(ids)
    return new Map(events.filter(isAnswer).map(({ data }) => [data.questionId, data]))
  }

  /** Nothing is recorded for a question that was withdrawn meanwhile. */
  async function recordOne(answer: NewAnswer): Promise<SavedAnswer | null> {
    try {
      return await recordAnswer(answer, true)
    } catch (error) {
      if (error instanceof DomainError && error.code === 'question_not_found') return null
      throw error
    }
  }
}

/** The same for every attempt to finish an exam, so that an answer is recorded once. */
export const examAnswerId = (examId: string, questionId: string): string => eventIdOf(examId, questionId)

const asGiven = ({
  questionId,
  questionVersion,
  selectedOptionIds,
  response,
  timeSpent,
}: {
  questionId: string
  questionVersion: number
  selectedOptionIds: string[]
  response: ExamAnswer['response'] | null
  timeSpent: number
}): ExamAnswer => ({
  questionId,
  questionVersion,
  selectedOptionIds,
  response: response ?? undefined,
  timeSpent,
})

function toNewAnswer(
  { questionId, questionVersion, selectedOptionIds, response, timeSpent }: ExamAnswer,
  { learnerId, examId, timeZone, now }: { learnerId: string; examId: string; timeZone: string; now: Date },
): NewAnswer {
  return {
    answerId: examAnswerId(examId, questionId),
    ...{ learnerId, questionId, questionVersion, timeSpent, timeZone },
    given: { selectedOptionIds, response },
    attempts: undefined,
    section: undefined,
    learningPath: undefined,
    learningMode: 'free-style',
    planId: undefined,
    sessionId: examId,
    answeredAt: now,
    receivedAt: now,
    metadata: requestMetadata(),
  }
}

/** @throws {DomainError} invalid, `not_in_exam` */
function requireInExam(exam: ForecastRow, answers: readonly ExamAnswer[]): void {
  const left = new Set(exam.question_ids)
  const details = answers.flatMap(({ questionId }, at): ErrorDetail[] =>
    left.delete(questionId)
      ? []
      : [{ path: `answers.${at}.questionId`, message: 'is not in the exam, or is repeated' }],
  )
  if (details.length === 0) return
  throw new DomainError({ kind: 'invalid', code: 'not_in_exam', message: 'Invalid mock exam', details })
}

const examNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'exam_not_found', message: 'Mock exam not found' })

const forecastUnknown = (n: number) =>
  new DomainError({
    kind: 'conflict',
    code: 'forecast_unknown',
    message: `A forecast needs ${FORECAST_MIN} graded answers to questions in your learning paths, and you have ${n}. Practice a little more first`,
  })

const tooFewQuestions = (count: number) =>
  new DomainError({
    kind: 'conflict',
    code: 'too_few_reserved_questions',
    message: `A mock exam needs at least ${EXAM_QUESTIONS.min} questions that you haven't seen, and your learning paths have ${count} left`,
  })
