import type { QuestionStats } from '@rehearse/contracts'
import type { Db } from '../tables.ts'
import { countBy, readRecentActivity, readTotals } from './queries.ts'

const topCategories = 10
const recentDays = 10

/** The figures of the bank: numbers alone, nothing of any question's content. */
export async function readStats(db: Db): Promise<QuestionStats> {
  const [totals, byCategory, byDifficulty, byLearningPath, bySection, activity] = await Promise.all([
    readTotals(db),
    countBy(db, 'category'),
    countBy(db, 'difficulty'),
    countBy(db, 'learningPath'),
    countBy(db, 'section'),
    readRecentActivity(db, recentDays),
  ])
  return {
    totalQuestions: totals.total,
    activeQuestions: totals.active,
    inactiveQuestions: totals.total - totals.active,
    averageDifficulty: rounded(totals.difficulty ?? 0, 2),
    questionsByCategory: Object.fromEntries(byCategory),
    questionsByDifficulty: Object.fromEntries(byDifficulty),
    questionsByLearningPath: Object.fromEntries(byLearningPath),
    questionsBySection: Object.fromEntries(bySection),
    topCategories: byCategory.slice(0, topCategories).map(([category, count]) => ({
      category,
      count,
      percentage: rounded((100 * count) / totals.total, 1),
    })),
    recentActivity: activity.map(({ date, added, updated, deleted }) => ({
      date,
      questionsAdded: added,
      questionsUpdated: updated,
      questionsDeleted: deleted,
    })),
    lastUpdated: totals.last_updated?.toISOString() ?? null,
  }
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits
