import type {
  AssessmentInput,
  assessmentReply,
  FollowUpInput,
  followUpReply,
  interviewerReply,
} from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { INTERVIEWER_TIMEOUT } from '../../shared/constants.ts'

/** The language model that may interview; null where none is configured. */
export const interviewerQuery = queryOptions({
  queryKey: ['interview', 'interviewer'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get<Reply<typeof interviewerReply>>('/api/interviews/interviewer', { signal }))
      .interviewer,
  staleTime: Number.POSITIVE_INFINITY,
})

export const askFollowUp = async (body: FollowUpInput) =>
  (
    await learnerApi.post<Reply<typeof followUpReply>>('/api/interviews/follow-ups', {
      body,
      timeout: INTERVIEWER_TIMEOUT,
    })
  ).followUp

export const askAssessment = async (body: AssessmentInput) =>
  (
    await learnerApi.post<Reply<typeof assessmentReply>>('/api/interviews/assessments', {
      body,
      timeout: INTERVIEWER_TIMEOUT,
    })
  ).assessment
