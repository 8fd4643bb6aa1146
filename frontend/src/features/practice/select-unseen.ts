import { PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { visitorMarks } from '../../shared/offline/visitor-answers.ts'
import type { RunQuestion } from './grade-locally.ts'
import { byDifficulty } from './select-questions.ts'

/**
 * Selects for a visitor, whose answers only this device knows, as the progress service does for a learner: unseen questions
 * first, then missed ones, and those answered correctly in the last 7 days when nothing else is left.
 *
 * @param drawn random questions, which are replaced if they aren't unseen
 * @param total how many there are to choose from
 */
export async function selectUnseen(
  drawn: readonly RunQuestion[],
  {
    count,
    total,
    readPage,
  }: { count: number; total: number; readPage: (page: number) => Promise<RunQuestion[]> },
): Promise<RunQuestion[]> {
  const marks = await visitorMarks()
  const rank = ({ id }: RunQuestion) => (marks.has(id) ? 1 + Number(marks.get(id)) : 0)
  const known = new Map(drawn.map((question) => [question.id, question]))
  const isEnough = () => [...known.values()].filter((question) => rank(question) === 0).length >= count
  for (let page = 1; page <= Math.ceil(total / PAGE_SIZE_MAX); page += 1) {
    if (isEnough() || known.size >= total) break
    for (const question of await readPage(page)) known.set(question.id, question)
  }
  const byRank = (one: RunQuestion, other: RunQuestion) => rank(one) - rank(other)
  const selected = [...known.values()].sort(byRank).slice(0, count)
  return selected.sort((one, other) => byRank(one, other) || byDifficulty(one, other))
}
