import { inOwnLanguage } from '../../shared/api/catalog.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { RunQuestion } from './grade-locally.ts'

export interface Selection {
  seed: string
  /** Null for a visitor, who doesn't get keys. */
  uid: string | null
  signal: AbortSignal
  /** The questions to leave out: the progress service leaves them out, the question bank doesn't know them. */
  reserved?: () => Promise<ReadonlySet<string>>
}

export interface Wanted {
  filters: Partial<Record<string, string>>
  count: number
  /** Whether to leave out questions that only the learner can grade. */
  graded?: true | undefined
  /** Whether to select by the learner's ability. */
  mode?: 'adaptive'
}

/**
 * Random questions, which are the same for the same seed, or a page of all that match the filters.
 * @returns them with how many match
 */
export async function drawQuestions(
  { filters, count, graded }: Wanted,
  { seed, uid, signal }: Selection,
  page?: { page: number; pageSize: number },
): Promise<{ questions: RunQuestion[]; total: number }> {
  const { data, pagination } = await learnerApi.get('/api/questions/unified', {
    query: {
      ...filters,
      ...inOwnLanguage(),
      // Some may not be gradable by a program.
      ...(page ?? { random: true, count: graded ? count * 2 : count, seed }),
      ...(uid !== null && { include: 'answers' }),
    },
    signal,
  })
  const questions = data.filter(({ options, prompt }) => !graded || options.length > 0 || prompt)
  return { questions, total: pagination?.totalCount ?? 0 }
}

/** These questions, in this order, without deleted ones. */
export async function readQuestions(
  ids: readonly string[],
  { uid, signal }: Selection,
  known: readonly RunQuestion[] = [],
): Promise<RunQuestion[]> {
  if (ids.length === 0) return []
  const has = (id: string) => known.some((question) => question.id === id)
  const found = ids.every(has)
    ? known
    : (
        await learnerApi.get('/api/questions/unified', {
          query: {
            ids: ids.join(','),
            pageSize: ids.length,
            includePagination: false,
            ...inOwnLanguage(),
            ...(uid !== null && { include: 'answers' }),
          },
          signal,
        })
      ).data
  return ids.flatMap((id) => found.find((question) => question.id === id) ?? [])
}

const ranks = { beginner: 0, intermediate: 1, advanced: 2 }

export const byDifficulty = (one: RunQuestion, other: RunQuestion): number =>
  ranks[one.difficulty] - ranks[other.difficulty]
