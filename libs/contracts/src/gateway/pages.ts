import { z } from 'zod'
import { success } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** GET /api/runner: the origin of the frame that runs learners' code; null if it is disabled. */
export const runnerReply = z
  .object({ success: z.literal(true), origin: z.string().nullable() })
  .meta({ id: 'RunnerReply' })
export type RunnerReply = z.infer<typeof runnerReply>

/** Sent once to the frame. `javascript` runs in a worker, without a document; `document` in the frame itself. */
export interface RunRequest {
  kind: 'javascript' | 'document'
  html: string
  css: string
  javascript: string
  /** As in a challenge: an expression, which may be a promise, and the JSON of its expected value. */
  tests: readonly { id: string; input: string; expectedOutput: string }[]
}

/** Messages from the page to its frame: the run, and a ping. */
export type RunnerCall = { type: 'run'; request: RunRequest } | { type: 'ping' }

export interface RunConsoleEntry {
  level: 'debug' | 'log' | 'info' | 'warn' | 'error'
  text: string
}

export interface RunTestReport {
  testId: string
  passed: boolean
  got?: string
  error?: string
}

/** None of the code ran because of it. */
export interface RunSyntaxError {
  text: string
  /** The first line is 1; null where the browser doesn't report it. */
  line: number | null
}

/** Messages from the frame. Learners' code can send them too, so they are always validated. */
export type RunnerMessage =
  | { type: 'ready' | 'done' }
  | ({ type: 'console' } & RunConsoleEntry)
  | ({ type: 'result' } & RunTestReport)
  | ({ type: 'syntax-error' } & RunSyntaxError)
  | { type: 'pong'; elements: number }

/** The maximum duration (ms) of a call, and the maximum age of its report. */
const tenMinutes = 600_000

/** One of our calls, measured by the page that made it. Times are relative, since devices' clocks are wrong. */
const measuredCall = z.object({
  /** Its `traceparent` header. */
  traceparent: z.string().regex(/^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-01$/),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Only its route is stored. */
  path: z.string().max(500),
  status: z.int().min(100).max(599),
  /** Milliseconds from its start to this report. */
  startedAgo: z.number().min(0).max(tenMinutes),
  /** Milliseconds. */
  duration: z.number().min(0).max(tenMinutes),
})
export type MeasuredCall = z.infer<typeof measuredCall>

/** POST /api/traces */
export const traceReport = z.object({ calls: z.array(measuredCall).min(1).max(10) })
export type TraceReport = z.infer<typeof traceReport>

/** The number of calls added to the trace; unknown routes and those over the limit are dropped. */
export const traceReportReply = success({ taken: z.int() })

export const getRunner = endpoint({
  method: 'GET',
  path: '/api/runner',
  service: 'gateway',
  access: 'anyone',
  cache: 'revalidate',
  tag: 'platform',
  summary: 'Get the origin of the frame that runs challenges',
  response: { 200: runnerReply },
})

export const reportTraces = endpoint({
  method: 'POST',
  path: '/api/traces',
  service: 'gateway',
  access: 'anyone',
  limit: 'TRACES',
  tag: 'platform',
  summary: 'Report measurements of traced calls; 404 if page traces are off',
  body: traceReport,
  response: { 200: traceReportReply },
})

export const getOpenApi = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  service: 'gateway',
  access: 'anyone',
  cache: 'revalidate',
  tag: 'platform',
  summary: 'Get this document',
})

export const getApiDocs = endpoint({
  method: 'GET',
  path: '/api/docs',
  service: 'gateway',
  access: 'anyone',
  cache: 'revalidate',
  tag: 'platform',
  summary: 'Show this document in Swagger UI',
})

export const getApiDocsFile = endpoint({
  method: 'GET',
  path: '/api/docs/:file',
  service: 'gateway',
  access: 'anyone',
  cache: 'revalidate',
  tag: 'platform',
  summary: 'Get a file of Swagger UI',
  params: z.object({ file: z.string().max(100) }),
})
