import type {
  Badge,
  Dashboard,
  DayStats,
  HistoryEntry,
  PathProgress,
  Progress,
  ProgressSummary,
} from '@rehearse/contracts'
import { DASHBOARD, PLAN_CACHE_QUESTIONS, RANKING } from '@rehearse/contracts/constants'
import type { Database } from '@rehearse/service-kit'
import { addDays, type Day, localDay } from '../learner/days.ts'
import { accuracy, levelOf, masteryOf } from '../learner/points.ts'
import type { LearnerState } from '../learner/state.ts'
import { visibleStreak } from '../learner/streak.ts'
import { readPaths } from '../paths/repository.ts'
import type { ProgressTables } from '../tables.ts'
import { readEntries } from './history-queries.ts'
import {
  type DayRow,
  type PeriodRow,
  readDays,
  readEarnedBadges,
  readLearnerState,
  readMilestones,
  readMonths,
  readQuestionCounts,
  readStats,
  readWeeks,
  readZone,
  type StatRow,
} from './queries.ts'

/** The stats that change with every answer. */
export function toSummary(learnerId: string, totals: LearnerState, now: Date): ProgressSummary {
  return {
    userId: learnerId,
    totalQuestions: totals.totalQuestions,
    correctAnswers: totals.correctAnswers,
    accuracy: accuracy(totals.correctAnswers, totals.totalQuestions),
    timeSpent: totals.timeSpent,
    currentStreak: visibleStreak(totals.streak, now, totals.timeZone),
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

/** The response of GET /api/progress/get. */
function toProgress(
  learnerId: string,
  rows: {
    totals: LearnerState
    stats: StatRow[]
    badges: Badge[]
    milestones: Progress['achievements']['milestones']
    paths: PathProgress[]
    weeks: PeriodRow[]
    months: PeriodRow[]
  },
  now: Date,
): Progress {
  const byDimension = Map.groupBy(rows.stats, (row) => row.dimension)
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

function toChallenges({ counters }: LearnerState): Progress['challenges'] {
  const points = Object.values(counters.challenges)
  return { completed: points.length, points: points.reduce((sum, one) => sum + one, 0) }
}

const toPeriod = (row: PeriodRow) => ({
  questionsAnswered: row.answered,
  correctAnswers: row.correct,
  timeSpent: row.timeSpent,
  accuracy: accuracy(row.correct, row.answered),
})

/** A learner's whole progress; zeros, not an error, before the first answer. */
export async function readProgress(
  { db }: Database<ProgressTables>,
  learnerId: string,
  now: Date,
): Promise<Progress> {
  const [totals, stats, badges, milestones, paths, weeks, months] = await Promise.all([
    readLearnerState(db, learnerId),
    readStats(db, learnerId),
    readEarnedBadges(db, learnerId),
    readMilestones(db, learnerId),
    readPaths(db, learnerId),
    readWeeks(db, learnerId),
    readMonths(db, learnerId),
  ])
  return toProgress(learnerId, { totals, stats, badges, milestones, paths, weeks, months }, now)
}

/** The stats that change with every answer, read from one row. */
export async function readSummary(
  { db }: Database<ProgressTables>,
  learnerId: string,
  now: Date,
): Promise<ProgressSummary> {
  return toSummary(learnerId, await readLearnerState(db, learnerId), now)
}

/** The latest activities come from up to this many questions and this many challenges. */
const latestOfEach = { limit: DASHBOARD.recentActivity / 2, offset: 0 }

/** The dashboard defined by the specification, over periods that end today in the learner's time zone. */
export async function readDashboard(
  { db }: Database<ProgressTables>,
  learnerId: string,
  now: Date,
): Promise<Dashboard> {
  const [totals, timeZone] = await Promise.all([readLearnerState(db, learnerId), readZone(db, learnerId)])
  const today = localDay(now, timeZone)
  const [days, stats, questions, answers, attempts] = await Promise.all([
    readDays(db, learnerId, addDays(today, 1 - DASHBOARD.monthDays)),
    readStats(db, learnerId),
    readQuestionCounts(db, learnerId),
    readEntries(db, learnerId, { type: 'question' }, latestOfEach),
    readEntries(db, learnerId, { type: 'challenge' }, latestOfEach),
  ])
  return {
    totalTimeSpent: totals.timeSpent,
    averageScore: accuracy(totals.correctAnswers, totals.totalQuestions),
    completionRate: accuracy(questions.solved, questions.tried),
    totalPoints: totals.points,
    currentStreak: visibleStreak(totals.streak, now, totals.timeZone),
    longestStreak: totals.streak.longest,
    weeklyProgress: everyDay(days, today, DASHBOARD.weekDays),
    monthlyProgress: everyDay(days, today, DASHBOARD.monthDays),
    topCategories: categoryScores(stats).slice(0, DASHBOARD.topCategories),
    ranking: rankCategories(stats),
    recentActivity: [...answers, ...attempts]
      .sort((a, b) => b.timestamp.localeCompare(a.timestamp))
      .map(toActivity),
  }
}

/** One entry per day, oldest first, with zeros for days without activity. */
function everyDay(rows: readonly DayRow[], today: Day, length: number): DayStats[] {
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

/** By accuracy; with equal accuracy, the category with more answers first. */
function categoryScores(stats: readonly StatRow[]): Dashboard['topCategories'] {
  return stats
    .filter((row) => row.dimension === 'category')
    .map((row) => ({
      category: row.key,
      score: accuracy(row.correct, row.answered),
      questionsCompleted: row.answered,
    }))
    .sort((a, b) => b.score - a.score || b.questionsCompleted - a.questionsCompleted)
}

/** Categories with only a few answers are left out, and no category is both strong and weak. */
export function rankCategories(stats: readonly StatRow[]): Dashboard['ranking'] {
  const scores = categoryScores(stats).filter(
    ({ questionsCompleted }) => questionsCompleted >= RANKING.answers,
  )
  const isStrong = ({ score }: { score: number }) => score >= RANKING.strongAccuracy
  return {
    strongest: scores.filter(isStrong).slice(0, RANKING.shown),
    toPractice: scores
      .filter((one) => !isStrong(one))
      .reverse()
      .slice(0, RANKING.shown),
  }
}

function toActivity(entry: HistoryEntry): Dashboard['recentActivity'][number] {
  const { type, timestamp, points, difficulty } = entry
  const isQuestion = type === 'question'
  const title = isQuestion ? entry.title : entry.challengeName
  const isCorrect = isQuestion ? entry.answeredCorrectly : entry.completed
  return { type, title, timestamp, points, isCorrect, difficulty }
}
