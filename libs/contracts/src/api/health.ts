import { z } from 'zod'

export const checkState = z.enum(['up', 'down'])

/** GET /readyz of every service: its backing servers, by name. */
export const readyReply = z.object({
  ready: z.boolean(),
  checks: z.record(z.string(), z.object({ state: checkState, detail: z.string().optional() })),
})
export type ReadyReply = z.infer<typeof readyReply>

/** GET /api/health of the gateway. */
export const healthReply = z.object({
  success: z.boolean(),
  services: z.record(z.string(), z.object({ state: checkState, checks: readyReply.shape.checks })),
})
export type HealthReply = z.infer<typeof healthReply>
