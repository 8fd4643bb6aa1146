import { z } from 'zod'
import { success } from './common.ts'

/** Milliseconds that a call may have taken, and that its report may wait. */
const tenMinutes = 600_000

/** A call of ours as the page that made it has measured it. Times are told by their distance: clocks of devices are wrong. */
const measuredCall = z.object({
  /** What it sent as `traceparent`. */
  traceparent: z.string().regex(/^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-01$/),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Only the route that it is of is kept. */
  path: z.string().max(500),
  status: z.int().min(100).max(599),
  /** Milliseconds from its start until this report was sent. */
  startedAgo: z.number().min(0).max(tenMinutes),
  /** Milliseconds. */
  duration: z.number().min(0).max(tenMinutes),
})
export type MeasuredCall = z.infer<typeof measuredCall>

/** POST /api/traces */
export const traceReport = z.object({ calls: z.array(measuredCall).min(1).max(10) })
export type TraceReport = z.infer<typeof traceReport>

/** How many of them the trace has now: what no route of ours is of, or is too much, is left out. */
export const traceReportReply = success({ taken: z.int() })
