import type { pathQuestionsReply } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

/** The questions of a learning path, whole. */
export const pathQuestions = (id: string) =>
  queryOptions({
    queryKey: ['catalogue', 'path-questions', id],
    queryFn: async ({ signal }) =>
      (await learnerApi.get<Reply<typeof pathQuestionsReply>>(`/api/questions/${id}`, { signal })).questions,
  })
