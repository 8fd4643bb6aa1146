import { learnerApi } from '../../shared/api/client.ts'
import { withoutReserved } from '../../shared/api/interview.ts'
import type { RunQuestion } from './grade-locally.ts'
import { drawQuestions, readQuestions, type Selection, type Wanted } from './read-questions.ts'

/** Questions that the progress service selects. If it can't, random ones are better than none. */
export async function selectForLearner(wanted: Wanted, selection: Selection): Promise<RunQuestion[]> {
  const { filters, count, graded } = wanted
  const { seed, signal } = selection
  const query = { ...filters, count, graded, mode: wanted.mode, seed }
  const next = await learnerApi.get('/api/progress/next', { query, signal }).catch(() => undefined)
  const { reasons = [], wanted: chance = 0 } = next?.adaptive ?? {}
  const withReasons = (questions: readonly RunQuestion[]) =>
    questions.map((question) => {
      const reason = reasons.find(({ questionId }) => questionId === question.id)
      return reason ? { ...question, reason: { ...reason, wanted: chance } } : question
    })
  if (next?.questionIds.length === count) return withReasons(await readQuestions(next.questionIds, selection))
  // The learner's own choice of topics: nothing else fills the session up.
  if (next?.topics) return withReasons(await readQuestions(next.questionIds, selection))
  const drawn = await drawQuestions(wanted, selection)
  // The progress service receives new questions a moment after the question bank.
  if (next && next.total > 0 && (graded || next.total >= drawn.total))
    return withReasons(await readQuestions(next.questionIds, selection, drawn.questions))
  return withoutReserved(drawn.questions, await selection.reserved?.()).slice(0, count)
}
