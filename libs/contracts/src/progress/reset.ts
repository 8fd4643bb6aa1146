import { z } from 'zod'
import { repeatableHeaders, shortText, success, uuid } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { progressSummary, timeZone } from './progress.ts'

export const resetScope = z.enum(['path', 'plan', 'section', 'all'])
export type ResetScope = z.infer<typeof resetScope>

/** Which figures are to start over: of one path, plan or section, which `id` names, or all. */
export const resetInput = z
  .object({
    /** Made by the client: the idempotency key. */
    resetId: uuid.optional(),
    scope: resetScope,
    id: shortText(100).optional(),
    /** A plan starts over on the day it is there; else in the zone of the last answer. */
    timeZone: timeZone.optional(),
  })
  .refine(({ scope, id }) => (scope === 'all') === (id === undefined), {
    path: ['id'],
    message: 'names what is reset, unless it is all',
  })
export type ResetInput = z.infer<typeof resetInput>

export const resetReply = success({ progress: progressSummary, message: z.string() })

export const resetProgress = endpoint({
  method: 'POST',
  path: '/api/progress/reset',
  service: 'progress',
  access: 'learner',
  tag: 'progress',
  summary: 'Let stats start over: of one path, plan or section, or all; what happened stays in the log',
  headers: repeatableHeaders,
  body: resetInput,
  response: { 200: resetReply },
})
