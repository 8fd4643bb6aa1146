import type { Progress, ProgressSummary } from '@rehearse/contracts'
import { PLAN_CACHE_QUESTIONS } from '@rehearse/contracts/constants'
import { accuracy, masteryOf } from '../../domain/figures.ts'
import { addDays, localDay } from '../../domain/local-day.ts'
import { levelOf } from '../../domain/points.ts'
import { visibleStreak } from '../../domain/streak.ts'
import type { Totals } from '../../projections/activity/evolve.ts'
import type { FigureRow, PeriodRow } from './queries.ts'

/** The figures that move with every answer. */
export function toSummary(learnerId: string, totals: Totals, now: Date): ProgressSummary {
  const answered = totals.totalQuestions > 0
  return {
    userId: learnerId,
    totalQuestions: totals.totalQuestions,
    correctAnswers: totals.correctAnswers,
    accuracy: accuracy(totals.correctAnswers, totals.totalQuestions),
    timeSpent: totals.timeSpent,
    currentStreak: visibleStreak(totals.streak, localDay(now, totals.timeZone)),
    longestStreak: totals.streak.longest,
    lastActivity: answered ? totals.lastActivityAt.toISOString() : null,
    currentPlan: totals.plan && {
      planId: totals.plan.id,
      questionsCompleted: totals.plan.completed,
      totalQuestions: PLAN_CACHE_QUESTIONS,
      progress: accuracy(totals.plan.completed, PLAN_CACHE_QUESTIONS),
    },
    achievements: {
      badges: [],
      milestones: [],
      totalPoints: totals.points,
      level: levelOf(totals.points),
      experience: totals.points,
    },
  }
}

/** Everything that GET /api/progress/get shows. */
export function toProgress(
  learnerId: string,
  rows: { totals: Totals; figures: FigureRow[]; weeks: PeriodRow[]; months: PeriodRow[] },
  now: Date,
): Progress {
  const byDimension = Map.groupBy(rows.figures, (row) => row.dimension)
  return {
    ...toSummary(learnerId, rows.totals, now),
    sectionProgress: (byDimension.get('section') ?? []).map((row) => ({
      section: row.key,
      totalQuestions: row.answered,
      correctAnswers: row.correct,
      timeSpent: row.time_spent,
      accuracy: accuracy(row.correct, row.answered),
      lastPracticedAt: row.last_at.toISOString(),
      masteryLevel: masteryOf(row.correct, row.answered),
    })),
    weeklyProgress: rows.weeks.map((row) => ({
      weekStart: row.start,
      weekEnd: addDays(row.start, 6),
      ...toPeriod(row),
    })),
    monthlyProgress: rows.months.map((row) => ({
      month: row.start.slice(0, 7),
      ...toPeriod(row),
      streakDays: row.days,
    })),
    learningPaths: (byDimension.get('path') ?? []).map((row) => ({
      pathId: row.key,
      questionsAnswered: row.answered,
      correctAnswers: row.correct,
      timeSpent: row.time_spent,
      lastAccessed: row.last_at.toISOString(),
    })),
  }
}

const toPeriod = (row: PeriodRow) => ({
  questionsAnswered: row.answered,
  correctAnswers: row.correct,
  timeSpent: row.timeSpent,
  accuracy: accuracy(row.correct, row.answered),
})
