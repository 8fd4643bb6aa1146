import type { AssessmentInput, FollowUpInput, InterviewAssessment, Interviewer } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import { INTERVIEWER_TIMEOUT } from '../../shared/constants.ts'

export const roles = ['frontend', 'javascript', 'typescript', 'react', 'css', 'security'] as const
export type Role = (typeof roles)[number]
export const levels = ['junior', 'mid', 'senior'] as const
export type Level = (typeof levels)[number]
/** Minutes. */
export const lengths = [20, 40, 60] as const
export const criteria = ['correctness', 'depth', 'clarity'] as const
export type Criterion = (typeof criteria)[number]
export type Mark = 1 | 2 | 3 | 4

export interface Setup {
  role: Role
  level: Level
  minutes: number
  readAloud: boolean
  /** The language model that takes part and where it runs, as displayed when the learner chose it. */
  interviewer?: Interviewer | undefined
}

/** One part of an interview: the question. */
export interface Part {
  kind: 'question' | 'task'
  id: string
  title: string
  content: string
  category: string
  /** The options, if the question has any: displayed as hints, not for selection. */
  options: readonly { id: string; text: string }[]
}

/** The answer to a part, with its ratings. */
export interface PartResult {
  answer: string
  followUp: string
  marks: Partial<Record<Criterion, Mark>>
  /** The model's follow-up question, instead of the built-in one. */
  asked?: string
  /** The model's rating. */
  assessment?: InterviewAssessment
}

export interface Interview {
  id: string
  setup: Setup
  startedAt: number
  endedAt: number | null
  parts: readonly Part[]
  given: readonly PartResult[]
  /** Index of the current part, from 0. */
  position: number
}

export const emptyPartResult: PartResult = { answer: '', followUp: '', marks: {} }

/** Number of questions besides the one coding task. */
export const questionsFor = (minutes: number): number => Math.round(minutes / 10) + 1

/** Milliseconds until the time is up; at least 0. */
export const timeLeft = ({ startedAt, setup }: Interview, now: number): number =>
  Math.max(0, startedAt + setup.minutes * 60_000 - now)

/** Percentage of the possible score over the rated parts; null if none was rated. */
export function scoreOf(given: readonly PartResult[]): number | null {
  const marks = given.flatMap((one) => Object.values(one.marks))
  if (marks.length === 0) return null
  return Math.round((marks.reduce((sum, mark) => sum + mark - 1, 0) / (marks.length * 3)) * 100)
}

/** Categories by score, weakest first, without unrated ones. */
export function categoriesByScore({ parts, given }: Interview): { category: string; score: number }[] {
  const byCategory = Map.groupBy(parts.keys(), (position) => parts[position]?.category ?? '')
  return [...byCategory]
    .flatMap(([category, positions]) => {
      const score = scoreOf(positions.map((position) => given[position] ?? emptyPartResult))
      return score === null ? [] : [{ category, score }]
    })
    .sort((one, other) => one.score - other.score)
}

/** The language model that can interview; null if none is configured. */
export const interviewerQuery = queryOptions({
  queryKey: ['interview', 'interviewer'],
  queryFn: async ({ signal }) =>
    (await learnerApi.get('/api/interviews/interviewer', { signal })).interviewer,
  staleTime: Number.POSITIVE_INFINITY,
})

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
