import { z } from 'zod'
import { timestamp, uuid } from '../api/common.ts'
import { envelope, type StreamOwner } from './envelope.ts'

/**
 * A learner is to be forgotten: every service erases what it holds on them and says so by `learnerErased`. The id is
 * all that it says of them, and it says nothing once everybody has forgotten.
 */
export const learnerErasureRequestedSubject = 'identity.learner.erasure-requested.v1'
export const learnerErasureRequested = envelope(
  'LearnerErasureRequested',
  1,
  z.object({ learnerId: z.string() }),
)
export type LearnerErasureRequestedMessage = z.infer<typeof learnerErasureRequested>

/** A service holds nothing on this learner any more, or nothing that leads to them. */
export const learnerErasedSubject = (service: StreamOwner): string => `${service}.learner.erased.v1`
export const learnerErased = envelope(
  'LearnerErased',
  1,
  z.object({ learnerId: z.string(), service: z.string(), erasedAt: timestamp }),
)
export type LearnerErasedMessage = z.infer<typeof learnerErased>

/**
 * Where a service answers a `learnerExportRequest` with a `learnerExportPage`, as NATS request and reply. Outside of the
 * streams' subjects: it is a conversation, not a fact.
 */
export const learnerExportSubject = (service: StreamOwner): string => `service.${service}.privacy.export`

/** All that a service holds on a learner, in pages: from the beginning, or from where the page before ended. */
export const learnerExportRequest = z.object({
  learnerId: uuid,
  from: z.object({ collection: z.int().min(0), after: z.string().nullable() }).nullable(),
})
export type LearnerExportRequest = z.infer<typeof learnerExportRequest>

/** A part of one collection; `next` is null at the end of the last. Never more than fits into one message. */
export const learnerExportPage = z.object({
  collection: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
  next: learnerExportRequest.shape.from,
})
export type LearnerExportPage = z.infer<typeof learnerExportPage>
