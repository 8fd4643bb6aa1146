import { z } from 'zod'
import { languageCode, longText, slug, success, uuid } from '../common.ts'
import { BODY_LIMIT, TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'

/** The criteria for an answer in a mock interview; each from 1 (not yet) to 4 (very well). */
export const interviewCriteria = ['correctness', 'depth', 'clarity'] as const
const mark = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])

/** The maximum length of a follow-up question, and of remarks on an answer, in characters. */
export const FOLLOW_UP_MAX = 500
export const REMARKS_MAX = 2_000

const words = (max: number) => longText(max).refine((text) => text.trim() !== '', 'must not be empty')

/** What was asked: the server knows the details, and what a good answer contains. */
const subject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('question'), id: uuid }),
  z.object({ kind: z.literal('task'), id: slug }),
])
const setting = {
  subject,
  level: z.enum(['junior', 'mid', 'senior']),
  /** The language of the interface, and of the interviewer. */
  language: languageCode,
  answer: words(TEXT_MAX.interviewAnswer),
}

export const followUpInput = z.object(setting)
export type FollowUpInput = z.infer<typeof followUpInput>

export const assessmentInput = z.object({
  ...setting,
  /** The follow-up question and its answer, if there was one. */
  followUp: z.object({ question: words(FOLLOW_UP_MAX), answer: words(TEXT_MAX.interviewAnswer) }).optional(),
})
export type AssessmentInput = z.infer<typeof assessmentInput>

/** Plain text, never markup. */
const spoken = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !Array.from(text).some(isUnprintable), 'must be plain text')

const isUnprintable = (character: string) => /[^\P{C}\r\n\t\u00ad\u200b-\u200f\u2066-\u2069]/u.test(character)

/** The interviewer's response; any other output of a model is rejected. */
export const followUp = z.object({ followUp: spoken(FOLLOW_UP_MAX) })
export const assessment = z
  .object({
    marks: z.object({ correctness: mark, depth: mark, clarity: mark }),
    remarks: spoken(REMARKS_MAX),
  })
  .meta({ id: 'InterviewAssessment' })
export type InterviewAssessment = z.infer<typeof assessment>

/** The recipient of answers; null if no model is configured. */
export const interviewer = z.object({ host: z.string(), model: z.string() }).meta({ id: 'Interviewer' })
export type Interviewer = z.infer<typeof interviewer>

/** The host that turns speech into text, and text into speech; null if none is configured. */
export const speechHost = z
  .object({ host: z.string(), transcribes: z.boolean(), reads: z.boolean() })
  .meta({ id: 'SpeechHost' })
export type SpeechHost = z.infer<typeof speechHost>

/** The largest recording in bytes: some four minutes of speech as browsers record it. */
export const RECORDING_MAX_BYTES = 2_000_000
const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4

export const transcriptionInput = z.object({
  /** WebM, Ogg, MP4, MP3 or WAV, in base64. */
  audio: z.base64().min(1).max(base64Length(RECORDING_MAX_BYTES)),
  language: languageCode,
})
export type TranscriptionInput = z.infer<typeof transcriptionInput>

export const speechInput = z.object({
  subject,
  /** The position of the checklist point whose follow-up is read; without it, the question is read. */
  followUp: z.int().min(0).max(50).optional(),
})
export type SpeechInput = z.infer<typeof speechInput>

export const interviewerReply = success({
  interviewer: interviewer.nullable(),
  speech: speechHost.nullable(),
})
export const transcriptionReply = success({ text: longText(TEXT_MAX.interviewAnswer) })
/** An audio file in base64, and its media type. */
export const speechReply = success({ audio: z.base64(), type: z.string() })
export const followUpReply = success(followUp.shape)
export const assessmentReply = success({ assessment })

export const getInterviewer = endpoint({
  method: 'GET',
  path: '/api/interviews/interviewer',
  service: 'questions',
  access: 'anyone',
  cache: 'revalidate',
  tag: 'interviews',
  summary: 'Get the recipients of answers and recordings in mock interviews; null if none is configured',
  response: { 200: interviewerReply },
})

export const askFollowUp = endpoint({
  method: 'POST',
  path: '/api/interviews/follow-ups',
  service: 'questions',
  access: 'learner',
  limit: 'INTERVIEW',
  bodyLimit: BODY_LIMIT,
  timeout: 120,
  tag: 'interviews',
  summary: 'Get a follow-up question to an answer from the configured model',
  body: followUpInput,
  response: { 200: followUpReply },
})

export const assessInterview = endpoint({
  method: 'POST',
  path: '/api/interviews/assessments',
  service: 'questions',
  access: 'learner',
  limit: 'INTERVIEW',
  bodyLimit: BODY_LIMIT,
  timeout: 120,
  tag: 'interviews',
  summary: 'Get an assessment of an answer from the configured model',
  body: assessmentInput,
  response: { 200: assessmentReply },
})

export const transcribeRecording = endpoint({
  method: 'POST',
  path: '/api/interviews/transcriptions',
  service: 'questions',
  access: 'learner',
  limit: 'INTERVIEW',
  bodyLimit: base64Length(RECORDING_MAX_BYTES) + 1_000,
  tooLarge: {
    code: 'payload_too_large',
    message: `Recording size exceeds ${RECORDING_MAX_BYTES / 1_000_000}MB limit`,
  },
  timeout: 120,
  tag: 'interviews',
  summary: 'Turn a recorded answer into text with the configured endpoint',
  body: transcriptionInput,
  response: { 200: transcriptionReply },
})

export const readQuestionAloud = endpoint({
  method: 'POST',
  path: '/api/interviews/speech',
  service: 'questions',
  access: 'learner',
  limit: 'INTERVIEW',
  timeout: 120,
  tag: 'interviews',
  summary: 'Get a question or one of its follow-ups as speech from the configured endpoint',
  body: speechInput,
  response: { 200: speechReply },
})
