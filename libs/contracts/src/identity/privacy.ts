import { z } from 'zod'
import { messageReply, success, timestamp, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { envelope, type StreamOwner } from '../envelope.ts'
import { typedPassword } from './accounts.ts'
import { learnerParams } from './learners.ts'

/** DELETE /api/users/me: the password, or the emailed code for accounts without one. */
export const erasureInput = z
  .object({ password: typedPassword.optional(), code: z.string().max(200).optional() })
  .refine(
    ({ password, code }) => (password === undefined) !== (code === undefined),
    'Give the password, or the code that was mailed to you',
  )
export type ErasureInput = z.infer<typeof erasureInput>

/** DELETE /api/admin/users/{uid}: the learner's email address, typed again. */
export const adminErasureInput = z.object({ confirm: z.string().max(320) })

export const receiptStep = z.object({ service: z.string(), doneAt: timestamp.nullable() })

/** The progress of an erasure, by service. It doesn't identify the learner. */
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
 * A learner is to be erased: every service erases their data and confirms it with `learnerErased`. The message
 * contains only the id.
 */
export const learnerErasureRequestedSubject = 'identity.learner.erasure-requested.v1'
export const learnerErasureRequested = envelope(
  'LearnerErasureRequested',
  1,
  z.object({ learnerId: z.string() }),
)
export type LearnerErasureRequestedMessage = z.infer<typeof learnerErasureRequested>

/** A service has erased everything that identifies this learner. */
export const learnerErasedSubject = (service: StreamOwner): string => `${service}.learner.erased.v1`
export const learnerErased = envelope(
  'LearnerErased',
  1,
  z.object({ learnerId: z.string(), service: z.string(), erasedAt: timestamp }),
)
export type LearnerErasedMessage = z.infer<typeof learnerErased>

/**
 * The subject on which a service answers a `learnerExportRequest` with a `learnerExportPage`, by NATS request and
 * reply. Not in the streams, since it is no event.
 */
export const learnerExportSubject = (service: StreamOwner): string => `service.${service}.privacy.export`

/** Requests a learner's data in pages: from the beginning, or from the end of the previous page. */
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

export const exportOwnData = endpoint({
  method: 'GET',
  path: '/api/users/me/export',
  service: 'identity',
  access: 'learner',
  limit: 'EXPORT',
  timeout: 120,
  summary: 'Export all data that any service stores about you, as a zip archive',
  produces: ['application/zip'],
  response: { 200: z.any().describe('A zip archive: JSON, and a page to read') },
})

export const eraseAccount = endpoint({
  method: 'DELETE',
  path: '/api/users/me',
  service: 'identity',
  access: 'learner',
  counts: 'password-check',
  summary: 'Delete your account and all data that any service stores about you',
  body: erasureInput,
  response: { 202: erasureReply },
})

export const sendErasureCode = endpoint({
  method: 'POST',
  path: '/api/users/me/erasure-code',
  service: 'identity',
  access: 'learner',
  limit: 'REGISTER',
  counts: 'mailed-step',
  summary: 'Request an email with a code that confirms the deletion, instead of a password',
  response: { 200: messageReply },
})

export const getErasureReceipt = endpoint({
  method: 'GET',
  path: '/api/privacy/receipts/:id',
  service: 'identity',
  access: 'anyone',
  summary: 'Get the progress of a deletion, by service',
  params: receiptParams,
  response: { 200: receiptReply },
})

export const exportLearnerData = endpoint({
  method: 'GET',
  path: '/api/admin/users/:uid/export',
  audited: true,
  service: 'identity',
  access: 'admin',
  limit: 'IMPORT',
  timeout: 120,
  summary: 'Export all data that any service stores about a learner, as a zip archive',
  produces: ['application/zip'],
  params: learnerParams,
  response: { 200: z.any().describe('A zip archive: JSON, and a page to read') },
})

export const eraseLearner = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:uid',
  service: 'identity',
  access: 'admin',
  summary: 'Delete a learner, confirmed with their email address',
  params: learnerParams,
  body: adminErasureInput,
  response: { 202: erasureReply },
})
