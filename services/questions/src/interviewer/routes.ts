import {
  assessmentInput,
  assessmentReply,
  BODY_LIMIT,
  DomainError,
  followUpInput,
  followUpReply,
  interviewerReply,
} from '@rehearse/contracts'
import { type App, principalOf } from '@rehearse/service-kit'
import type { Db } from '../tables.ts'
import type { ModelInterviewer } from './interviewer.ts'
import { readSubject } from './read-subject.ts'

const tags = ['interviews']

/** Mock interviews with a language model; `interviewer` is null where none is configured. Nothing is recorded. */
export function interviewRoutes(app: App, db: Db, interviewer: ModelInterviewer | null): void {
  app.get(
    '/api/interviews/interviewer',
    {
      config: { access: 'anyone' },
      schema: {
        tags,
        summary: 'Whom answers in mock interviews would be sent to; null where no model is configured',
        response: { 200: interviewerReply },
      },
    },
    async () => ({
      success: true as const,
      interviewer: interviewer && { host: interviewer.host, model: interviewer.model },
    }),
  )

  app.post(
    '/api/interviews/follow-ups',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Have the configured model ask a follow-up to an answer',
        body: followUpInput,
        response: { 200: followUpReply },
      },
    },
    async (request) => {
      const present = required(interviewer)
      const subject = await readSubject(db, request.body.subject, principalOf(request))
      return { success: true as const, followUp: await present.askFollowUp(subject, request.body) }
    },
  )

  app.post(
    '/api/interviews/assessments',
    {
      bodyLimit: BODY_LIMIT,
      config: { access: 'learner' },
      schema: {
        tags,
        summary: 'Have the configured model judge an answer by the rubric',
        body: assessmentInput,
        response: { 200: assessmentReply },
      },
    },
    async (request) => {
      const present = required(interviewer)
      const subject = await readSubject(db, request.body.subject, principalOf(request))
      return { success: true as const, assessment: await present.assess(subject, request.body) }
    },
  )
}

function required(interviewer: ModelInterviewer | null): ModelInterviewer {
  if (interviewer !== null) return interviewer
  throw new DomainError({
    kind: 'not-found',
    code: 'interviewer_not_configured',
    message: 'There is no interviewer here',
  })
}
