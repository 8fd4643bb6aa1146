import { z } from 'zod'
import { personName, shortText, slug, success, timestamp, uuid } from '../common.ts'
import { TEXT_MAX } from '../constants.ts'
import { endpoint } from '../endpoint.ts'

/** The percentage of a learning path per completed section. */
export const PATH_PROGRESS_PER_SECTION = 10

/** A learner's progress on a learning path. */
export const pathProgress = z
  .object({
    pathId: z.string(),
    pathName: z.string(),
    /** Percent: 10 for each completed section, at most 100. */
    progress: z.int(),
    /** Ids of its steps, in the order of completion. */
    completedSections: z.array(z.string()),
    /** The last one with an answer. */
    currentSection: z.string().nullable(),
    /** Distinct questions of its steps: active ones, answered ones, and those correct at the latest attempt. */
    questionCount: z.int(),
    questionsAnswered: z.int(),
    correctAnswers: z.int(),
    /** Seconds. */
    timeSpent: z.number(),
    startedAt: timestamp,
    lastAccessed: timestamp,
    /** When it reached 100 percent. */
    completedAt: timestamp.nullable(),
  })
  .meta({ id: 'PathProgress' })
export type PathProgress = z.infer<typeof pathProgress>

export const certificate = z
  .object({
    /** An unguessable code that verifies it. */
    code: z.string(),
    pathId: z.string(),
    pathName: z.string(),
    /** The name that the learner chose for it; null until then. */
    name: z.string().nullable(),
    issuedAt: timestamp,
  })
  .meta({ id: 'Certificate' })
export type Certificate = z.infer<typeof certificate>

/** What lies behind a certificate: the answers to the path's questions, until it was issued. */
export const certificateEvidence = z.object({
  answers: z.int(),
  /** Days (UTC) on which the server received them: a learner can claim other times. */
  days: z.int(),
  /** Seconds per answer, as the learner's browser measured them. */
  medianSeconds: z.number(),
})
export const publicCertificate = certificate
  .extend({
    /** Null if the path has lost the questions that were answered. */
    evidence: certificateEvidence.nullable(),
  })
  .meta({ id: 'PublicCertificate' })
export type PublicCertificate = z.infer<typeof publicCertificate>

const stepQuestionState = z.enum(['unseen', 'missed', 'correct'])

/** GET /api/progress/paths/{pathId}: a learner's state in each step. */
export const pathStateReply = success({
  /** Null before the first answer in it. */
  path: pathProgress.nullable(),
  steps: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      isCompleted: z.boolean(),
      /** Answers have earned it; a step that was edited since may not be completed yet. */
      isEarned: z.boolean(),
      /** The lesson was opened to its end or marked as read. */
      isRead: z.boolean(),
      /** Active questions in their order, by the latest attempt. */
      questions: z.array(z.object({ questionId: uuid, state: stepQuestionState })),
    }),
  ),
  certificate: certificate.nullable(),
})
export type PathState = z.infer<typeof pathStateReply>

export const pathSectionParams = z.object({ pathId: slug, sectionId: shortText(100) })

export const sectionCompletedReply = success({
  path: pathProgress,
  /** Set once the path is complete. */
  certificate: certificate.nullable(),
})

export const certificateParams = z.object({ code: z.string().regex(/^[\w-]{1,64}$/) })
export const certificateNameInput = z.object({ name: personName(TEXT_MAX.displayName).nullable() })
export const certificateReply = success({ certificate: publicCertificate })
export const certificateListReply = success({ certificates: z.array(certificate) })

export const getPathState = endpoint({
  method: 'GET',
  path: '/api/progress/paths/:pathId',
  service: 'progress',
  access: 'learner',
  summary: 'Get your progress in a learning path by step',
  params: z.object({ pathId: slug }),
  response: { 200: pathStateReply },
})

export const completeSection = endpoint({
  method: 'POST',
  path: '/api/progress/paths/:pathId/sections/:sectionId/complete',
  service: 'progress',
  access: 'learner',
  summary: 'Complete a step of a learning path that your answers have earned; idempotent',
  params: pathSectionParams,
  response: { 200: sectionCompletedReply },
})

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/progress/certificates',
  service: 'progress',
  access: 'learner',
  summary: 'List your certificates, newest first',
  response: { 200: certificateListReply },
})

export const nameCertificate = endpoint({
  method: 'PUT',
  path: '/api/progress/certificates/:code',
  service: 'progress',
  access: 'learner',
  summary: 'Set the name on your certificate; null for none',
  params: certificateParams,
  body: certificateNameInput,
  response: { 200: certificateReply },
})

export const verifyCertificate = endpoint({
  method: 'GET',
  path: '/api/certificates/:code',
  service: 'progress',
  access: 'anyone',
  summary: 'Verify a certificate by its code',
  description:
    'With the number of answers behind it, the days on which they arrived, and the median time per answer. They were given online and not supervised.',
  params: certificateParams,
  response: { 200: certificateReply },
})
