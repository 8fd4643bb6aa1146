import type { ChallengeDocument, FollowUpInput } from '@rehearse/contracts'
import {
  askFollowUp as askFollowUpEndpoint,
  assessInterview,
  DomainError,
  getInterviewer,
} from '@rehearse/contracts'
import type { Principal } from '@rehearse/service-kit'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import { challengeKind } from '../library/challenges.ts'
import { readEntry } from '../library/read-library.ts'
import { findVisibleQuestion } from '../questions/read-question.ts'
import type { Db } from '../tables.ts'
import type { InterviewSubject, ModelInterviewer } from './interviewer.ts'

/**
 * Routes of mock interviews with a language model; `interviewer` is null if none is configured. Nothing is recorded.
 */
export function interviewRoutes(app: App, db: Db, interviewer: ModelInterviewer | null): void {
  serve(app, getInterviewer, async () => ({
    success: true as const,
    interviewer: interviewer && { host: interviewer.host, model: interviewer.model },
  }))

  serve(app, askFollowUpEndpoint, async (request) => {
    const present = required(interviewer)
    const subject = await readSubject(db, request.body.subject, principalOf(request))
    return { success: true as const, followUp: await present.askFollowUp(subject, request.body) }
  })

  serve(app, assessInterview, async (request) => {
    const present = required(interviewer)
    const subject = await readSubject(db, request.body.subject, principalOf(request))
    return { success: true as const, assessment: await present.assess(subject, request.body) }
  })
}

function required(interviewer: ModelInterviewer | null): ModelInterviewer {
  if (interviewer !== null) return interviewer
  throw new DomainError({
    kind: 'not-found',
    code: 'interviewer_not_configured',
    message: 'No interviewer is configured',
  })
}

/**
 * The subject of an interview, worded by the server: learners can't use the model for other texts, and it gets no
 * more of a challenge's solution than the learner may see.
 *
 * @throws {DomainError} not-found
 */
async function readSubject(
  db: Db,
  { kind, id }: FollowUpInput['subject'],
  learner: Principal,
): Promise<InterviewSubject> {
  if (kind === 'question') {
    const { title, content, options, explanation } = await findVisibleQuestion(db, id, learner)
    const right = options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text)
    return { title, content, modelAnswer: [...right, explanation].join('\n') }
  }
  const shown = await readEntry(db, challengeKind, id, { editor: null, learnerId: learner.id })
  const { title, description, explanation } = shown as Partial<ChallengeDocument>
  return { title: title ?? '', content: description ?? '', modelAnswer: explanation ?? '' }
}
