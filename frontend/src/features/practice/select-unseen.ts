import { PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { visitorMarks } from '../../shared/offline/visitor-answers.ts'
import type { RunQuestion } from './grade-locally.ts'
import { byDifficulty, drawQuestions, type Selection, type Wanted } from './read-questions.ts'

/**
 * Selects for a visitor, whose answers only this device knows, as the progress service does for a learner: unseen questions
 * first, then missed ones, and those answered correctly in the last 7 days when nothing else is left.
 *
 * @param drawn random questions, which are replaced if they aren't unseen, and how many there are to choose from
 */
export async function selectUnseen(
  drawn: { questions: readonly RunQuestion[]; total: number },
  wanted: Wanted,
  selection: Selection,
): Promise<RunQuestion[]> {
  const marks = await visitorMarks()
  const rank = ({ id }: RunQuestion) => (marks.has(id) ? 1 + Number(marks.get(id)) : 0)
  const known = new Map(drawn.questions.map((question) => [question.id, question]))
  const isEnough = () => [...known.values()].filter((one) => rank(one) === 0).length >= wanted.count
  for (let page = 1; page <= Math.ceil(drawn.total / PAGE_SIZE_MAX); page += 1) {
    if (isEnough() || known.size >= drawn.total) break
    const { questions } = await drawQuestions(wanted, selection, { page, pageSize: PAGE_SIZE_MAX })
    for (const question of questions) known.set(question.id, question)
  }
  const byRank = (one: RunQuestion, other: RunQuestion) => rank(one) - rank(other)
  const selected = [...known.values()].sort(byRank).slice(0, wanted.count)
  return selected.sort((one, other) => byRank(one, other) || byDifficulty(one, other))
}
