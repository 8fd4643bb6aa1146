import { z } from 'zod'
import { DomainError } from './errors.ts'

/** One write that is repeated under the same key is done once. */
export const repeatableHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible ASCII characters')
    .optional(),
})

export const keyReused = () =>
  new DomainError({
    kind: 'conflict',
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used for another request',
  })
