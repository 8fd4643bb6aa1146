import type { pathQuestionsReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

export type AudioType = 'question' | 'answer'

/** A question that may be heard, and where it is. */
export interface AudibleQuestion {
  id: string
  title: string
  content: string
  audioQuestion: string | null
  audioAnswer: string | null
}

/** The questions of a path that audio is offered for: multiple choice, with a text and at least one option. */
export const audibleQuestionsQuery = (pathId: string) =>
  queryOptions({
    queryKey: ['admin', 'data', 'audio', pathId],
    queryFn: async ({ signal }): Promise<AudibleQuestion[]> => {
      const { questions } = await adminApi.get<Reply<typeof pathQuestionsReply>>(
        `/api/questions/${encodeURIComponent(pathId)}`,
        { signal },
      )
      return questions
        .filter(
          ({ type, content, options }) =>
            type === 'multiple-choice' && content.trim() !== '' && options.length > 0,
        )
        .map(({ id, title, content, audioQuestion, audioAnswer }) => ({
          id,
          title,
          content,
          audioQuestion,
          audioAnswer,
        }))
    },
    enabled: pathId !== '',
    // What has just been uploaded reaches the bank by an event; until then this page knows better than the server.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
