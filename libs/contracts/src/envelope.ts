import { z } from 'zod'
import { timestamp, uuid } from './common.ts'

/**
 * Every message on NATS. `id` identifies the event and is the deduplication key: consumers may receive it twice.
 * `correlationId` is the same for everything that one request caused; `causationId` is the id of the previous
 * message.
 * `traceparent` is the trace context of the cause; each hop has its own in the header of that name.
 */
export const envelope = <Type extends string, Data extends z.ZodType>(
  type: Type,
  version: number,
  data: Data,
) =>
  z.object({
    id: uuid,
    type: z.literal(type),
    version: z.literal(version),
    occurredAt: timestamp,
    correlationId: z.string().nullable(),
    causationId: z.string().nullable(),
    traceparent: z.string().optional(),
    data,
  })

export interface Envelope<Data = unknown> {
  id: string
  type: string
  version: number
  occurredAt: string
  correlationId: string | null
  causationId: string | null
  traceparent?: string | undefined
  data: Data
}

/** Stream names, one per service; each has the subjects that start with the service's name. */
export const streams = {
  questions: { name: 'QUESTIONS', subjects: ['questions.>'] },
  progress: { name: 'PROGRESS', subjects: ['progress.>'] },
  identity: { name: 'IDENTITY', subjects: ['identity.>'] },
  media: { name: 'MEDIA', subjects: ['media.>'] },
} as const
export type StreamOwner = keyof typeof streams

/** KV bucket and key of identity's public key set. */
export const keySetLocation = { bucket: 'identity_keys', key: 'jwks' } as const
