import { type StreamOwner, streams } from './envelope.ts'
import { auditSubject } from './identity/audit.ts'
import { identitySubjects } from './identity/events.ts'
import {
  learnerErasedSubject,
  learnerErasureRequestedSubject,
  learnerExportSubject,
} from './identity/privacy.ts'
import { mediaSubjects } from './media/audio.ts'
import { imageUsesSubject } from './media/images.ts'
import { everyAnswerSubmitted, progressSubjects } from './progress/events.ts'
import { reservedQuestionsSubject } from './progress/interview.ts'
import { unreadCommentsSubject } from './questions/comments.ts'
import { questionLookupSubject, questionReplaySubject } from './questions/events.ts'

interface DurableConsumer {
  /** The consuming service. */
  by: StreamOwner
  from: StreamOwner
  /** One subject, with wildcards, since servers before 2.10 support only one. */
  subject: string
}

/**
 * Every durable consumer. The services' permissions on NATS follow from this list: what isn't here can't be consumed.
 * No service reads its own stream: it could make the server deliver its messages on another service's subject.
 */
export const durableConsumers = {
  'identity-audit-media': { by: 'identity', from: 'media', subject: auditSubject('media') },
  'identity-audit-progress': { by: 'identity', from: 'progress', subject: auditSubject('progress') },
  'identity-audit-questions': { by: 'identity', from: 'questions', subject: auditSubject('questions') },
  'identity-badge-alerts': { by: 'identity', from: 'progress', subject: progressSubjects.badgeEarned },
  'identity-comment-mail': { by: 'identity', from: 'questions', subject: unreadCommentsSubject },
  'identity-practice': { by: 'identity', from: 'progress', subject: everyAnswerSubmitted },
  'identity-receipts-media': { by: 'identity', from: 'media', subject: learnerErasedSubject('media') },
  'identity-receipts-progress': {
    by: 'identity',
    from: 'progress',
    subject: learnerErasedSubject('progress'),
  },
  'identity-receipts-questions': {
    by: 'identity',
    from: 'questions',
    subject: learnerErasedSubject('questions'),
  },
  'media-erasures': { by: 'media', from: 'identity', subject: learnerErasureRequestedSubject },
  'media-questions': { by: 'media', from: 'questions', subject: 'questions.question.*.v1' },
  'progress-answer-keys': { by: 'progress', from: 'questions', subject: 'questions.question.>' },
  'progress-badges': { by: 'progress', from: 'questions', subject: 'questions.badge.>' },
  'progress-categories': { by: 'progress', from: 'questions', subject: 'questions.place.>' },
  'progress-challenges': { by: 'progress', from: 'questions', subject: 'questions.challenge.>' },
  'progress-erasures': { by: 'progress', from: 'identity', subject: learnerErasureRequestedSubject },
  'progress-learning-paths': { by: 'progress', from: 'questions', subject: 'questions.place.>' },
  'progress-plans': { by: 'progress', from: 'questions', subject: 'questions.plan.>' },
  'progress-time-zones': { by: 'progress', from: 'identity', subject: identitySubjects.preferencesChanged },
  'questions-audio': { by: 'questions', from: 'media', subject: mediaSubjects.audio },
  'questions-challenge-openings': {
    by: 'questions',
    from: 'progress',
    subject: progressSubjects.challengeOpened,
  },
  'questions-erasures': { by: 'questions', from: 'identity', subject: learnerErasureRequestedSubject },
  'questions-item-statistics': {
    by: 'questions',
    from: 'progress',
    subject: progressSubjects.itemStatisticsComputed,
  },
  'questions-usage': { by: 'questions', from: 'progress', subject: everyAnswerSubmitted },
} as const satisfies Record<string, DurableConsumer>
export type DurableConsumerName = keyof typeof durableConsumers

/** NATS requests between services: by which, to which. */
export const serviceRequests: readonly { by: StreamOwner; of: StreamOwner; subject: string }[] = [
  { by: 'progress', of: 'questions', subject: questionReplaySubject },
  { by: 'progress', of: 'questions', subject: questionLookupSubject },
  { by: 'media', of: 'questions', subject: questionLookupSubject },
  { by: 'media', of: 'questions', subject: imageUsesSubject },
  { by: 'questions', of: 'progress', subject: reservedQuestionsSubject },
  ...(Object.keys(streams) as StreamOwner[])
    .filter((service) => service !== 'identity')
    .map((service) => ({ by: 'identity', of: service, subject: learnerExportSubject(service) }) as const),
]

/**
 * The subject for replies to `service`. Separate from its inbox, where JetStream delivers: services that reply may
 * publish only here, and can't impersonate the server.
 */
export const replySubject = (service: string, id: string): string => `reply.${service}.${id}`

/**
 * Gateways notify each other here about writes. Not stored in a stream: a gateway that missed a message reads again.
 */
export const gatewayChangeSubject = 'gateway.change.v1'

/** The object stores for audio and images if `MEDIA_STORAGE` is `nats`. */
export const mediaBuckets = { audio: 'media_audio', images: 'media_images' } as const
