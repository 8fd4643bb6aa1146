import type { checkReply, PublicQuestion } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

export interface CardFaces {
  question: PublicQuestion
  correctOptionIds: readonly string[]
  explanation: string
}

/** Both faces of a card. To ask for the answer records nothing. */
export const cardQuery = (questionId: string) =>
  queryOptions({
    queryKey: ['flashcards', questionId],
    queryFn: async ({ signal }): Promise<CardFaces> => {
      const path = `/api/questions/unified/${questionId}`
      const [{ data: question }, { result }] = await Promise.all([
        learnerApi.get<{ data: PublicQuestion }>(path, { signal }),
        learnerApi.post<Reply<typeof checkReply>>(`${path}/check`, {
          body: { selectedOptionIds: [] },
          signal,
        }),
      ])
      return { question, correctOptionIds: result.correctOptionIds, explanation: result.explanation }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
