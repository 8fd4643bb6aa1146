import type { ChallengeDocument, FollowUpInput } from '@rehearse/contracts'
import {
  askFollowUp as askFollowUpEndpoint,
  assessInterview,
  DomainError,
  getInterviewer,
  readQuestionAloud,
  transcribeRecording,
} from '@rehearse/contracts'
import type { Principal } from '@rehearse/service-kit'
import { type App, principalOf, serve } from '@rehearse/service-kit'
import { challengeKind } from '../library/challenges.ts'
import { readEntry } from '../library/read-library.ts'
import { findVisibleQuestion } from '../questions/read-question.ts'
import type { Db } from '../tables.ts'
import type { InterviewSubject, ModelInterviewer } from './interviewer.ts'
import type { Speech } from './speech.ts'

/**
 * Routes of mock interviews with a language model, and with an endpoint for speech; each is null if none is
 * configured. Nothing is recorded.
 */
export function interviewRoutes(
  app: App,
  db: Db,
  interviewer: ModelInterviewer | null,
  speech: Speech | null,
): void {
  serve(app, getInterviewer, async () => ({
    success: true as const,
    interviewer: interviewer && { host: interviewer.host, model: interviewer.model },
    speech: speech && { host: speech.host, transcribes: speech.transcribes, reads: speech.reads },
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

  speechRoutes(app, db, speech)
}

/** What is read is worded by the server, so that learners can't use the endpoint for other texts. */
function speechRoutes(app: App, db: Db, speech: Speech | null): void {
  serve(app, transcribeRecording, async (request) => {
    if (!speech?.transcribes) throw speechNotConfigured()
    const { audio, language } = request.body
    return { success: true as const, text: await speech.transcribe(Buffer.from(audio, 'base64'), language) }
  })

  serve(app, readQuestionAloud, async (request) => {
    if (!speech?.reads) throw speechNotConfigured()
    const { subject, followUp } = request.body
    const { title, content, modelAnswer } = await readSubject(db, subject, principalOf(request))
    const text = followUp === undefined ? `${title}\n${content}` : followUpOf(modelAnswer, followUp)
    const { audio, type } = await speech.read(text)
    return { success: true as const, audio: audio.toString('base64'), type }
  })
}

/** The quote below a point of the checklist. @throws {DomainError} not-found */
function followUpOf(modelAnswer: string, position: number): string {
  const [, checklist = ''] = modelAnswer.split(/^\*\*Checklist:?\*\*:?$/m)
  const point = checklist.split(/^[-*] /m)[position + 1]
  const followUp = point?.match(/^ +> ?(.*)$/m)?.[1]
  if (followUp) return followUp
  throw new DomainError({ kind: 'not-found', code: 'follow_up_not_found', message: 'Follow-up not found' })
}

const speechNotConfigured = () =>
  new DomainError({
    kind: 'not-found',
    code: 'speech_not_configured',
    message: 'No speech endpoint is configured',
  })

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
