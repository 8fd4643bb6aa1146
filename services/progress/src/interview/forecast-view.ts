import { FORECAST_MIN, type ForecastTest, type MockExam, type TopicForecast } from '@rehearse/contracts'
import { difficultyOf, readAbilities } from '../sessions/queries.ts'
import type { Db } from '../tables.ts'
import { type Forecast, forecastShare, type Item } from './forecast.rules.ts'
import { type ForecastRow, findInterview, readGradedQuestions } from './queries.ts'

export interface LearnerForecast {
  /** Over the questions of the chosen paths, or of all without an interview; null if unknown. */
  overall: (Forecast & { n: number }) | null
  topics: TopicForecast[]
  /** Graded first answers in these topics. */
  n: number
  /** Every open question that the server grades. */
  items: ReadonlyMap<string, Item & { topic: string; label: string }>
}

/** The topics of the chosen paths, or all without an interview, with the learner's chances. */
export async function readForecast(db: Db, learnerId: string): Promise<LearnerForecast> {
  const [{ abilityOf, counts }, set] = await Promise.all([
    readAbilities(db, learnerId),
    findInterview(db, learnerId),
  ])
  const questions = await readGradedQuestions(db, set?.learning_paths ?? null)
  const itemOf = ({ topic, version, label, measured }: (typeof questions)[number]) => ({
    ...{ topic, label, ability: abilityOf(topic), difficulty: difficultyOf(version, label, measured) },
  })
  const items = new Map(questions.map((question) => [question.questionId, itemOf(question)]))
  const inPaths = questions.filter(({ isInPaths }) => isInPaths).map(itemOf)
  const byTopic = Map.groupBy(items.values(), ({ topic }) => topic)
  const inPathsByTopic = Map.groupBy(inPaths, ({ topic }) => topic)
  const topics = [...inPathsByTopic.keys()].sort()
  const n = topics.reduce((sum, topic) => sum + (counts.get(topic) ?? 0), 0)
  return {
    overall: n < FORECAST_MIN || inPaths.length === 0 ? null : { ...forecastShare(inPaths), n },
    topics: topics.map((topic) => {
      const answers = counts.get(topic) ?? 0
      const none = { chance: null, low: null, high: null }
      return {
        topic,
        n: answers,
        questions: inPathsByTopic.get(topic)?.length ?? 0,
        ...(answers < FORECAST_MIN ? none : forecastShare(byTopic.get(topic) ?? [])),
      }
    }),
    n,
    items,
  }
}

export const toForecastTest = (row: ForecastRow): ForecastTest => ({
  examId: row.exam_id,
  madeAt: row.made_at.toISOString(),
  questions: row.question_ids.length,
  predicted: row.predicted,
  low: row.low,
  high: row.high,
  testedAt: row.tested_at?.toISOString() ?? null,
  correct: row.correct,
  total: row.total,
})

export const toMockExam = (row: ForecastRow): MockExam => ({
  examId: row.exam_id,
  questionIds: row.question_ids,
  predicted: row.predicted,
  low: row.low,
  high: row.high,
  madeAt: row.made_at.toISOString(),
  testedAt: row.tested_at?.toISOString() ?? null,
})
