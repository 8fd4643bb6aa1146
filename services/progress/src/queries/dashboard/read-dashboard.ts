import type { AnswerSubmittedData, Dashboard, DayFigures } from '@rehearse/contracts'
import { DASHBOARD } from '@rehearse/contracts/constants'
import type { EventLog } from '@rehearse/event-store'
import type { Database } from '@rehearse/service-kit'
import type { ProgressTables } from '../../db/tables.ts'
import { answerSubmittedType, learnerStream } from '../../domain/answer-event.ts'
import { accuracy } from '../../domain/figures.ts'
import { addDays, type Day, localDay } from '../../domain/local-day.ts'
import { answerPoints } from '../../domain/points.ts'
import { visibleStreak } from '../../domain/streak.ts'
import { type FigureRow, readFigures, readTotals } from '../progress/queries.ts'
import { type DayRow, readDays, readQuestionCounts } from './queries.ts'

/** Latest activities come from this many questions and this many challenges. */
const latestQuestions = 5

/** The dashboard of the spec, over windows that end today in the learner's time zone. */
export async function readDashboard(
  { db }: Database<ProgressTables>,
  log: EventLog,
  learnerId: string,
  now: Date,
): Promise<Dashboard> {
  const totals = await readTotals(db, learnerId)
  const today = localDay(now, totals.timeZone)
  const [days, figures, questions, latest] = await Promise.all([
    readDays(db, learnerId, addDays(today, 1 - DASHBOARD.monthDays)),
    readFigures(db, learnerId),
    readQuestionCounts(db, learnerId),
    log.reader(db).readStreamBackwards(learnerStream(learnerId), answerSubmittedType, {
      limit: latestQuestions,
    }),
  ])
  return {
    totalTimeSpent: totals.timeSpent,
    averageScore: accuracy(totals.correctAnswers, totals.totalQuestions),
    completionRate: accuracy(questions.solved, questions.tried),
    totalPoints: totals.points,
    currentStreak: visibleStreak(totals.streak, today),
    longestStreak: totals.streak.longest,
    weeklyProgress: everyDay(days, today, DASHBOARD.weekDays),
    monthlyProgress: everyDay(days, today, DASHBOARD.monthDays),
    topCategories: topCategories(figures),
    recentActivity: latest.map((event) => toActivity(event.data as AnswerSubmittedData)),
  }
}

/** One entry a day, oldest first, zeros where nothing happened. */
function everyDay(rows: readonly DayRow[], today: Day, length: number): DayFigures[] {
  const byDay = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length }, (_, index) => {
    const date = addDays(today, index + 1 - length)
    const row = byDay.get(date)
    return {
      date,
      questionsAnswered: row?.answered ?? 0,
      correctAnswers: row?.correct ?? 0,
      timeSpent: row?.time_spent ?? 0,
      points: row?.points ?? 0,
    }
  })
}

/** By accuracy; among equals the one with more answers behind it. */
function topCategories(figures: readonly FigureRow[]): Dashboard['topCategories'] {
  return figures
    .filter((row) => row.dimension === 'category')
    .map((row) => ({
      category: row.key,
      score: accuracy(row.correct, row.answered),
      questionsCompleted: row.answered,
    }))
    .sort((a, b) => b.score - a.score || b.questionsCompleted - a.questionsCompleted)
    .slice(0, DASHBOARD.topCategories)
}

const toActivity = (data: AnswerSubmittedData): Dashboard['recentActivity'][number] => ({
  type: 'question',
  title: data.questionTitle,
  timestamp: data.answeredAt,
  points: answerPoints(data),
  isCorrect: data.isCorrect,
  difficulty: data.difficulty,
})
