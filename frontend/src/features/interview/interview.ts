import type {
  AssessmentInput,
  FollowUpInput,
  InterviewAssessment,
  Interviewer,
  SpeechHost,
  SpeechInput,
  TranscriptionInput,
} from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import { INTERVIEWER_TIMEOUT } from '../../shared/constants.ts'
import type { ChecklistPoint } from '../../shared/ui/markdown/checklist.ts'

export const roles = ['frontend', 'javascript', 'typescript', 'react', 'css', 'security'] as const
export type Role = (typeof roles)[number]
export const levels = ['junior', 'mid', 'senior'] as const
export type Level = (typeof levels)[number]

export const partKinds = [
  'introduction',
  'concept',
  'coding',
  'design',
  'behavioral',
  'yourQuestions',
] as const
export type PartKind = (typeof partKinds)[number]

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

/** From 1 (poor) to 4 (very good). */
export type Mark = 1 | 2 | 3 | 4
export const marks: readonly Mark[] = [1, 2, 3, 4]
/** What a language model rates. */
export const modelCriteria = ['correctness', 'depth', 'clarity'] as const

export interface Setup {
  role: Role
  level: Level
  minutes: number
  readAloud: boolean
  dictate: boolean
  /** The language model that takes part and where it runs, as displayed when the learner chose it. */
  interviewer?: Interviewer | undefined
  /** The speech endpoint used instead of the browser, if the learner chose it. */
  speech?: SpeechHost | undefined
}

/**
 * One part of an interview. The model answer comes with it, so that the interview continues without a connection; it is
 * shown when the interview is over.
 */
export interface Part {
  kind: PartKind
  /** Of the question, or of the challenge. */
  id: string
  title: string
  content: string
  category: string
  minutes: number
  model: string
  points: readonly ChecklistPoint[]
}

export interface FollowUp {
  question: string
  /** Where the question comes from: the checklist, the test results, the model, or the general follow-up. */
  from: 'point' | 'tests' | 'model' | 'general'
  /** The point it is about, and how many of the point's keywords the answer used. */
  about?: { point: number; used: number; of: number }
  /** The model that asked. */
  by?: string
}

/** What a learner said in a part, and how they rated it. */
export interface PartResult {
  answer: string
  /** Chosen when the answer is finished. */
  followUp?: FollowUp
  followUpAnswer: string
  /** Seconds that the part was on the screen. */
  seconds: number
  /** The tests of the challenge, as last run. */
  tests?: { passed: number; total: number }
  /** Positions of the checklist points that the learner ticked. */
  covered: readonly number[]
  /** The learner's marks, in the order of the part's rubric. */
  marks: readonly (Mark | null)[]
  /** The model's rating. */
  assessment?: InterviewAssessment
}

export interface Interview {
  id: string
  setup: Setup
  startedAt: number
  /** When the last part was over; then the learner rates the answers. */
  endedAt: number | null
  parts: readonly Part[]
  given: readonly PartResult[]
  /** Index of the current part, from 0. */
  position: number
}

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
