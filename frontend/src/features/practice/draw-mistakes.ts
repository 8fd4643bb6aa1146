import type { historyReply } from '@rehearse/contracts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { HISTORY_SEARCHED, RUN_LENGTH } from '../../shared/constants.ts'
import { type Drawing, fetchQuestions } from './draw-questions.ts'
import type { RunQuestion } from './grade-answer.ts'

const PAGE = 100

/** Questions whose last answer was wrong, among the latest answers: those that have waited longest come first. */
export async function drawMistakes(drawing: Drawing): Promise<RunQuestion[]> {
  const lastRight = new Map<string, boolean>()
  for (let page = 1; page <= HISTORY_SEARCHED / PAGE; page += 1) {
    const { history, pagination } = await learnerApi.get<Reply<typeof historyReply>>(
      '/api/progress/history',
      {
        query: { type: 'question', page, pageSize: PAGE },
        signal: drawing.signal,
      },
    )
    // Newest first: what comes later was before.
    for (const entry of history) {
      if (entry.type !== 'question' || lastRight.has(entry.questionId)) continue
      lastRight.set(entry.questionId, entry.answeredCorrectly)
    }
    if (!pagination.hasNext) break
  }
  const mistakes = [...lastRight].filter(([, right]) => !right).map(([id]) => id)
  return fetchQuestions(mistakes.reverse().slice(0, RUN_LENGTH), drawing)
}
