import type { AnswerSubmittedData, HistoryEntry, Pagination } from '@rehearse/contracts'
import { paginate } from '@rehearse/contracts'
import type { EventLog } from '@rehearse/event-store'
import type { Database } from '@rehearse/service-kit'
import type { ProgressTables } from '../../db/tables.ts'
import { answerSubmittedType, learnerStream } from '../../domain/answer-event.ts'
import { answerPoints } from '../../domain/points.ts'
import { readTotals } from '../progress/queries.ts'

/** A page of a learner's answers, newest first, straight from the log. */
export async function readHistory(
  { db }: Database<ProgressTables>,
  log: EventLog,
  learnerId: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ history: HistoryEntry[]; pagination: Pagination }> {
  const [totals, events] = await Promise.all([
    readTotals(db, learnerId),
    log.reader(db).readStreamBackwards(learnerStream(learnerId), answerSubmittedType, {
      limit: pageSize,
      offset: (page - 1) * pageSize,
    }),
  ])
  return {
    history: events.map((event) => toEntry(event.eventId, event.data as AnswerSubmittedData)),
    pagination: paginate(page, pageSize, totals.totalQuestions),
  }
}

const toEntry = (progressId: string, data: AnswerSubmittedData): HistoryEntry => ({
  type: 'question',
  progressId,
  questionId: data.questionId,
  questionVersion: data.questionVersion,
  title: data.questionTitle,
  category: data.category,
  difficulty: data.difficulty,
  answeredCorrectly: data.isCorrect,
  attempts: data.attempt,
  timeSpent: data.timeSpent,
  timestamp: data.answeredAt,
  points: answerPoints(data),
})
