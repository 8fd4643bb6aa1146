import { inOwnLanguage } from '../../shared/api/catalog.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { withoutReserved } from '../../shared/api/interview.ts'
import { newId } from '../../shared/new-id.ts'
import type { RunQuestion } from './grade-locally.ts'

export interface Selection {
  seed: string
  /** Null for a visitor, who doesn't get keys. */
  uid: string | null
  signal: AbortSignal
  /** The questions to leave out: the progress service leaves them out, the question bank doesn't know them. */
  reserved?: () => Promise<ReadonlySet<string>>
}

/**
 * Questions selected by the server: at random for a visitor, easier ones first; by earlier answers for a learner. The
 * same seed selects the same questions, so that a reload shows the same session.
 *
 * @param how whether to leave out questions that only the learner can grade, or to select by the learner's ability
 */
export async function selectQuestions(
  filters: Partial<Record<string, string>>,
  count: number,
  selection: Selection,
  how: { graded?: true; mode?: 'adaptive' } = {},
): Promise<RunQuestion[]> {
  const { seed, uid, signal } = selection
  const { graded } = how
  const query = { ...filters, count, ...how, seed }
  // If the progress service can't select, random questions are better than none.
  const next =
    uid === null
      ? undefined
      : await learnerApi.get('/api/progress/next', { query, signal }).catch(() => undefined)
  const { reasons = [], wanted = 0 } = next?.adaptive ?? {}
  const withReasons = (questions: readonly RunQuestion[]) =>
    questions.map((question) => {
      const reason = reasons.find(({ questionId }) => questionId === question.id)
      return reason ? { ...question, reason: { ...reason, wanted } } : question
    })
  if (next?.questionIds.length === count) return withReasons(await readQuestions(next.questionIds, selection))
  const { data, pagination } = await learnerApi.get('/api/questions/unified', {
    query: {
      ...filters,
      ...inOwnLanguage(),
      random: true,
      // Some may not be gradable by a program.
      count: graded ? count * 2 : count,
      seed,
      ...(uid !== null && { include: 'answers' }),
    },
    signal,
  })
  // The progress service learns of new questions a moment later than the question bank.
  if (next && next.total > 0 && (graded || next.total >= (pagination?.totalCount ?? 0)))
    return withReasons(await readQuestions(next.questionIds, selection, data))
  const selected = withoutReserved(data, await selection.reserved?.())
    .filter(({ options, prompt }) => !graded || options.length > 0 || prompt)
    .slice(0, count)
  return uid === null ? selected.sort((a, b) => rank[a.difficulty] - rank[b.difficulty]) : selected
}

const rank = { beginner: 0, intermediate: 1, advanced: 2 }

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

/**
 * The seed that `boot.js` requested the first questions with, if the visit started on this page. A prerender has no
 * document.
 */
export const firstSeed = (): string => globalThis.document?.documentElement.dataset.seed ?? newId()

/** The seed is valid for the first session only. */
export function clearFirstSeed(): void {
  delete document.documentElement.dataset.seed
}
