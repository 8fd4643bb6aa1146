import type { Badge, PathProgress, Progress, ProgressSummary } from '@rehearse/contracts'
import { PLAN_CACHE_QUESTIONS } from '@rehearse/contracts/constants'
import { accuracy, masteryOf } from '../learner/figures.ts'
import { addDays, localDay } from '../learner/local-day.ts'
import { levelOf } from '../learner/points.ts'
import type { Standing } from '../learner/standing.ts'
import { visibleStreak } from '../learner/streak.ts'
import type { FigureRow, PeriodRow } from './queries.ts'

/** The figures that move with every answer. */
export function toSummary(learnerId: string, totals: Standing, now: Date): ProgressSummary {
  return {
    userId: learnerId,
    totalQuestions: totals.totalQuestions,
    correctAnswers: totals.correctAnswers,
    accuracy: accuracy(totals.correctAnswers, totals.totalQuestions),
    timeSpent: totals.timeSpent,
    currentStreak: visibleStreak(totals.streak, localDay(now, totals.timeZone)),
    longestStreak: totals.streak.longest,
    streakFreezes: totals.streak.freezes,
    lastActivity: totals.streak.lastDay === null ? null : totals.lastActivityAt.toISOString(),
    currentPlan: totals.plan && {
      planId: totals.plan.id,
      questionsCompleted: totals.plan.completed,
      totalQuestions: PLAN_CACHE_QUESTIONS,
      progress: accuracy(totals.plan.completed, PLAN_CACHE_QUESTIONS),
    },
    achievements: {
      totalPoints: totals.points,
      level: levelOf(totals.points),
      experience: totals.points,
    },
  }
}

/** Everything that GET /api/progress/get shows. */
export function toProgress(
  learnerId: string,
  rows: {
    totals: Standing
    figures: FigureRow[]
    badges: Badge[]
    milestones: Progress['achievements']['milestones']
    paths: PathProgress[]
    weeks: PeriodRow[]
    months: PeriodRow[]
  },
  now: Date,
): Progress {
  const byDimension = Map.groupBy(rows.figures, (row) => row.dimension)
  const summary = toSummary(learnerId, rows.totals, now)
  return {
    ...summary,
    achievements: { ...summary.achievements, badges: rows.badges, milestones: rows.milestones },
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
    learningPaths: rows.paths,
    challenges: toChallenges(rows.totals),
  }
}

function toChallenges({ tally }: Standing): Progress['challenges'] {
  const points = Object.values(tally.challenges)
  return { completed: points.length, points: points.reduce((sum, one) => sum + one, 0) }
}

const toPeriod = (row: PeriodRow) => ({
  questionsAnswered: row.answered,
  correctAnswers: row.correct,
  timeSpent: row.timeSpent,
  accuracy: accuracy(row.correct, row.answered),
})
