import type { AssessmentInput, FollowUpInput, SpeechInput, TranscriptionInput } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import { INTERVIEWER_TIMEOUT } from '../../shared/constants.ts'
import type { Interview } from '../../shared/offline/saved-interviews.ts'

export type { Interview }

export type Setup = Interview['setup']
export type Role = Setup['role']
export const roles: readonly Role[] = ['frontend', 'javascript', 'typescript', 'react', 'css', 'security']
export type Level = Setup['level']
export const levels: readonly Level[] = ['junior', 'mid', 'senior']

/**
 * One part of an interview. The model answer comes with it, so that the interview continues without a connection; it is
 * shown when the interview is over.
 */
export type Part = Interview['parts'][number]
export type PartKind = Part['kind']
/** What a learner said in a part, and how they rated it. */
export type PartResult = Interview['given'][number]
export type FollowUp = NonNullable<PartResult['followUp']>
/** From 1 (poor) to 4 (very good). */
export type Mark = NonNullable<PartResult['marks'][number]>

/** What lists show of an interview, and what its score follows from: of one on this device, or in the account. */
export type Overview = Pick<Interview, 'id' | 'startedAt' | 'finishedAt'> & {
  setup: Pick<Setup, 'role'>
  parts: readonly ScoredPart[]
  given: readonly Pick<PartResult, 'covered' | 'marks'>[]
}
/** A part with its checklist points, or their number. */
export type ScoredPart = Pick<Part, 'kind' | 'id' | 'minutes'> & { points: readonly unknown[] | number }

/** The parts of an interview by its length in minutes: how many of a kind, and the minutes for each. */
export const structures: Readonly<Record<20 | 45 | 60, readonly PartPlan[]>> = {
  20: [
    { kind: 'introduction', count: 1, minutes: 2 },
    { kind: 'concept', count: 3, minutes: 4 },
    { kind: 'behavioral', count: 1, minutes: 4 },
    { kind: 'yourQuestions', count: 1, minutes: 2 },
  ],
  45: [
    { kind: 'introduction', count: 1, minutes: 2 },
    { kind: 'concept', count: 2, minutes: 4 },
    { kind: 'coding', count: 1, minutes: 16 },
    { kind: 'design', count: 1, minutes: 11 },
    { kind: 'behavioral', count: 1, minutes: 5 },
    { kind: 'yourQuestions', count: 1, minutes: 3 },
  ],
  60: [
    { kind: 'introduction', count: 1, minutes: 3 },
    { kind: 'concept', count: 3, minutes: 4 },
    { kind: 'coding', count: 1, minutes: 22 },
    { kind: 'design', count: 1, minutes: 13 },
    { kind: 'behavioral', count: 1, minutes: 6 },
    { kind: 'yourQuestions', count: 1, minutes: 4 },
  ],
}
export type Length = keyof typeof structures
export const lengths: readonly Length[] = [20, 45, 60]
export const DEFAULT_LENGTH: Length = 45

export interface PartPlan {
  kind: PartKind
  count: number
  minutes: number
}

export const marks: readonly Mark[] = [1, 2, 3, 4]
/** What a language model rates. */
export const modelCriteria = ['correctness', 'depth', 'clarity'] as const

export const emptyPartResult: PartResult = {
  answer: '',
  followUpAnswer: '',
  seconds: 0,
  covered: [],
  marks: [],
}

export const resultOf = ({ given }: Interview, position: number): PartResult =>
  given[position] ?? emptyPartResult

/** The language model and the speech endpoint that can take part; null if none is configured. */
export const interviewerQuery = queryOptions({
  queryKey: ['interview', 'interviewer'],
  queryFn: ({ signal }) => learnerApi.get('/api/interviews/interviewer', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const transcribe = async (body: TranscriptionInput) =>
  (await learnerApi.post('/api/interviews/transcriptions', { body, timeout: INTERVIEWER_TIMEOUT })).text

export const fetchSpeech = (body: SpeechInput) =>
  learnerApi.post('/api/interviews/speech', { body, timeout: INTERVIEWER_TIMEOUT })

export const askFollowUp = async (body: FollowUpInput) =>
  (
    await learnerApi.post('/api/interviews/follow-ups', {
      body,
      timeout: INTERVIEWER_TIMEOUT,
    })
  ).followUp

export const askAssessment = async (body: AssessmentInput) =>
  (
    await learnerApi.post('/api/interviews/assessments', {
      body,
      timeout: INTERVIEWER_TIMEOUT,
    })
  ).assessment
