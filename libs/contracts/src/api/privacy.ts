import { z } from 'zod'
import { success, timestamp } from './common.ts'

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
