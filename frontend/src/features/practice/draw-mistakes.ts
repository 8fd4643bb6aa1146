import type { mistakesReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { RUN_LENGTH } from '../../shared/constants.ts'
import { drawNamed } from './draw-named.ts'
import type { Drawing } from './draw-questions.ts'
import type { RunQuestion } from './graded.ts'

/** Questions whose last answer was wrong: those that have waited longest come first. */
export async function drawMistakes(drawing: Drawing): Promise<RunQuestion[]> {
  const { mistakes } = await readMistakes(RUN_LENGTH, drawing.signal)
  return drawNamed(
    mistakes.map(({ questionId }) => questionId),
    drawing,
  )
}

/** How many there are. */
export const mistakeCountQuery = (uid: string | undefined) =>
  queryOptions({
    queryKey: ['progress', uid ?? null, 'mistakes'],
    queryFn: async ({ signal }) => (await readMistakes(1, signal)).totalCount,
    enabled: uid !== undefined,
  })

const readMistakes = (pageSize: number, signal: AbortSignal) =>
  learnerApi.get<Reply<typeof mistakesReply>>('/api/progress/mistakes', { query: { pageSize }, signal })
