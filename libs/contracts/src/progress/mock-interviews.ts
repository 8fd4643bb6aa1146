import { z } from 'zod'
import {
  errorReply,
  longText,
  messageReply,
  pageQuery,
  pagination,
  success,
  timestamp,
  uuid,
} from '../common.ts'
import { ANSWER_TIME_SPENT_MAX, TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { assessment } from '../questions/interviews.ts'

/** The maximum size of a mock interview in bytes: all its parts with long answers, in any language. */
export const MOCK_INTERVIEW_MAX_BYTES = 256 * 1024
const PARTS_MAX = 20
const POINTS_MAX = 50

const name = longText(300)
const position = z.int().min(0).max(POINTS_MAX)
const mark = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
const answer = longText(TEXT_MAX.interviewAnswer)

const role = z.enum(['frontend', 'javascript', 'typescript', 'react', 'css', 'security'])
const level = z.enum(['junior', 'mid', 'senior'])
const partKind = z.enum(['introduction', 'concept', 'coding', 'design', 'behavioral', 'yourQuestions'])
const minutes = z.int().min(1).max(240)

const setup = z.strictObject({
  role,
  level,
  minutes,
  readAloud: z.boolean(),
  dictate: z.boolean(),
  /** The language model that takes part and where it runs, as displayed when the learner chose it. */
  interviewer: z.strictObject({ host: name, model: name }).optional(),
  /** The speech endpoint used instead of the browser, if the learner chose it. */
  speech: z.strictObject({ host: name, transcribes: z.boolean(), reads: z.boolean() }).optional(),
})

/** One part, with its model answer: the interview continues without a connection, and keeps what it asked. */
const part = z.strictObject({
  kind: partKind,
  /** Of the question, or of the challenge. */
  id: name,
  title: longText(TEXT_MAX.questionTitle),
  content: longText(50_000),
  category: name,
  minutes,
  model: longText(50_000),
  /** Of the checklist. `followUp` is the question that digs into the point; empty if there is none. */
  points: z.array(z.strictObject({ text: longText(4_000), followUp: longText(4_000) })).max(POINTS_MAX),
})

const followUp = z.strictObject({
  question: longText(4_000),
  /** Where the question comes from: the checklist, the test results, the model, or the general follow-up. */
  from: z.enum(['point', 'tests', 'model', 'general']),
  /** The point it is about, and how many of the point's keywords the answer used. */
  about: z.strictObject({ point: position, used: z.int().min(0), of: z.int().min(0) }).optional(),
  /** The model that asked. */
  by: name.optional(),
})

/** What a learner said in a part, and how they rated it. */
const partResult = z.strictObject({
  answer,
  /** Chosen when the answer is finished. */
  followUp: followUp.optional(),
  followUpAnswer: answer,
  /** Seconds that the part was on the screen. */
  seconds: z.number().min(0).max(ANSWER_TIME_SPENT_MAX),
  /** The tests of the challenge, as last run. */
  tests: z.strictObject({ passed: z.int().min(0), total: z.int().min(0) }).optional(),
  /** Positions of the checklist points that the learner ticked. */
  covered: z.array(position).max(POINTS_MAX),
  /** The learner's marks, in the order of the part's rubric. */
  marks: z.array(mark.nullable()).max(10),
  /** The model's rating. */
  assessment: assessment.optional(),
})

const content = {
  setup,
  startedAt: timestamp,
  /** When the last part was over; then the learner rates the answers. */
  endedAt: timestamp.nullable(),
  /** When the learner finished rating; null while the interview is in progress. */
  finishedAt: timestamp.nullable(),
  parts: z.array(part).max(PARTS_MAX),
  given: z.array(partResult).max(PARTS_MAX),
  /** Index of the current part, from 0. */
  position: z.int().min(0).max(PARTS_MAX),
}

const mockInterviewContent = z.strictObject(content)
export type MockInterviewContent = z.infer<typeof mockInterviewContent>

export const mockInterviewInput = z.strictObject({
  ...content,
  /** The revision that it is based on; 0 for a new interview. */
  revision: z.int().min(0),
})

const stored = {
  id: uuid,
  /** Increases with each change. */
  revision: z.int(),
  updatedAt: timestamp,
}

/** A learner's mock interview: in progress, or a report. */
export const mockInterview = z.object({ ...stored, ...content }).meta({ id: 'MockInterview' })
export type MockInterview = z.infer<typeof mockInterview>

/** What lists show, and what its score follows from: without any text. */
export const mockInterviewSummary = z
  .object({
    ...stored,
    setup: z.object({ role, level, minutes }),
    startedAt: timestamp,
    endedAt: timestamp.nullable(),
    finishedAt: timestamp.nullable(),
    parts: z.array(
      z.object({
        kind: partKind,
        id: z.string(),
        minutes: z.int(),
        /** The number of checklist points. */
        points: z.int(),
      }),
    ),
    given: z.array(partResult.pick({ covered: true, marks: true })),
  })
  .meta({ id: 'MockInterviewSummary' })
export type MockInterviewSummary = z.infer<typeof mockInterviewSummary>

const mockInterviewReply = success({ interview: mockInterview })

export const listMockInterviews = endpoint({
  method: 'GET',
  path: '/api/progress/mock-interviews',
  service: 'progress',
  access: 'learner',
  summary: 'List your mock interviews without their texts, newest first',
  query: pageQuery,
  response: { 200: success({ interviews: z.array(mockInterviewSummary), pagination }) },
})

export const getMockInterview = endpoint({
  method: 'GET',
  path: '/api/progress/mock-interviews/:id',
  service: 'progress',
  access: 'learner',
  summary: 'Get one of your mock interviews, from any device',
  params: z.object({ id: uuid }),
  response: { 200: mockInterviewReply },
})

export const writeMockInterview = endpoint({
  method: 'PUT',
  path: '/api/progress/mock-interviews/:id',
  service: 'progress',
  access: 'learner',
  bodyLimit: MOCK_INTERVIEW_MAX_BYTES,
  jsonDepth: 10,
  summary: 'Store a mock interview; 409 with the stored one if another device changed it',
  params: z.object({ id: uuid }),
  body: mockInterviewInput,
  response: { 200: mockInterviewReply, 409: errorReply.extend({ interview: mockInterview.optional() }) },
})

export const deleteMockInterview = endpoint({
  method: 'DELETE',
  path: '/api/progress/mock-interviews/:id',
  service: 'progress',
  access: 'learner',
  summary: 'Delete one of your mock interviews',
  params: z.object({ id: uuid }),
  response: { 200: messageReply },
})
