import type { Dashboard, DayFigures, HistoryEntry } from '@rehearse/contracts'
import { DASHBOARD } from '@rehearse/contracts/constants'
import type { Database } from '@rehearse/service-kit'
import { accuracy } from '../learner/figures.ts'
import { addDays, type Day, localDay } from '../learner/local-day.ts'
import { visibleStreak } from '../learner/streak.ts'
import type { ProgressTables } from '../tables.ts'
import { type DayRow, readDays, readQuestionCounts } from './dashboard-queries.ts'
import { readEntries } from './history-queries.ts'
import { type FigureRow, readFigures, readStanding } from './queries.ts'

/** Latest activities come from up to this many questions and this many challenges. */
const latestOfEach = { limit: DASHBOARD.recentActivity / 2, offset: 0 }

/** The dashboard of the spec, over windows that end today in the learner's time zone. */
export async function readDashboard(
  { db }: Database<ProgressTables>,
  learnerId: string,
  now: Date,
): Promise<Dashboard> {
  const totals = await readStanding(db, learnerId)
  const today = localDay(now, totals.timeZone)
  const [days, figures, questions, answers, attempts] = await Promise.all([
    readDays(db, learnerId, addDays(today, 1 - DASHBOARD.monthDays)),
    readFigures(db, learnerId),
    readQuestionCounts(db, learnerId),
    readEntries(db, learnerId, { type: 'question' }, latestOfEach),
    readEntries(db, learnerId, { type: 'challenge' }, latestOfEach),
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
    recentActivity: [...answers, ...attempts]
      .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
      .map(toActivity),
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

function toActivity(entry: HistoryEntry): Dashboard['recentActivity'][number] {
  const { type, timestamp, points, difficulty } = entry
  const isQuestion = type === 'question'
  const title = isQuestion ? entry.title : entry.challengeName
  const isCorrect = isQuestion ? entry.answeredCorrectly : entry.completed
  return { type, title, timestamp, points, isCorrect, difficulty }
}
