import { z } from 'zod'
import { success, timestamp, uuid } from '../common.ts'
import { envelope, type StreamOwner } from '../envelope.ts'

/** DELETE /api/users/me: the password, or the code that was mailed to who has none. */
export const erasureInput = z
  .object({ password: z.string().max(1_024).optional(), code: z.string().max(200).optional() })
  .refine(
    ({ password, code }) => (password === undefined) !== (code === undefined),
    'Give the password, or the code that was mailed to you',
  )
export type ErasureInput = z.infer<typeof erasureInput>

/** DELETE /api/admin/users/{uid}: the learner's address, typed again. */
export const adminErasureInput = z.object({ confirm: z.string().max(320) })

export const receiptStep = z.object({ service: z.string(), doneAt: timestamp.nullable() })

/** What became of an erasure, service by service. It says nothing of whom. */
export const erasureReceipt = z
  .object({
    id: z.string(),
    requestedAt: timestamp,
    completedAt: timestamp.nullable(),
    services: z.array(receiptStep),
  })
  .meta({ id: 'ErasureReceipt' })
export type ErasureReceipt = z.infer<typeof erasureReceipt>

export const erasureReply = success({ message: z.string(), receipt: erasureReceipt })
export const receiptParams = z.object({ id: z.string().max(64) })
export const receiptReply = success({ receipt: erasureReceipt })

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
