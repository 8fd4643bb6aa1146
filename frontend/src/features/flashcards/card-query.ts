import type { PublicQuestion } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import { inOwnLanguage } from '../../shared/api/own-language.ts'

interface Answered extends Omit<PublicQuestion, 'options'> {
  options: readonly { id: string; text: string; isCorrect: boolean }[]
  explanation: string
}

export interface CardFaces {
  question: Pick<PublicQuestion, 'content'>
  options: Answered['options']
  explanation: string
}

/** Both faces of a card: a learner may see the answers of what they have answered before. */
export const cardQuery = (questionId: string) =>
  queryOptions({
    queryKey: ['flashcards', questionId, inOwnLanguage().language],
    queryFn: async ({ signal }): Promise<CardFaces> => {
      const { data } = await learnerApi.get<{ data: Answered }>(`/api/questions/unified/${questionId}`, {
        query: { ...inOwnLanguage(), include: 'answers' },
        signal,
      })
      return { question: data, options: data.options, explanation: data.explanation }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
