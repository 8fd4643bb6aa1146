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
  /** A script that prints and compares values, which is evaluated first. */
  library: string
  html: string
  css: string
  javascript: string
  /** As in a challenge: an expression, which may be a promise, and the JSON of its expected value. */
  tests: readonly { id: string; input: string; expectedOutput: string }[]
}

/** A file of a challenge, transpiled. */
export interface ModuleSource {
  path: string
  /** CommonJS for scripts; the text of other files. */
  code: string
  /** Learners can't edit it, or it is a test file: it has the test library. */
  isTrusted: boolean
  /** Whether it awaits something while it loads. */
  isAsync?: boolean
}

/** Sent once to the frame, for challenges with files. */
export interface ModuleRequest {
  kind: 'modules'
  /** `worker` has no document. */
  in: 'worker' | 'page'
  /** A script with React and the test library, which is evaluated first. */
  library: string
  modules: readonly ModuleSource[]
  /** The paths of the test files. Without any, `entry` is rendered. */
  tests: readonly string[]
  entry: string | null
  /** The only test to run, by its id. */
  only: string | null
  /** Whether the first failure ends the run. */
  bail: boolean
}

/** From the page to its frame: a run, with the port for its messages, and then pings on that port. */
export type RunnerCall = { type: 'run'; request: RunRequest | ModuleRequest } | { type: 'ping' }

export interface RunConsoleEntry {
  level: 'debug' | 'log' | 'info' | 'warn' | 'error'
  text: string
  /** The test that was running, in challenges with files. */
  testId?: string
}

export interface RunTestReport {
  testId: string
  passed: boolean
  got?: string
  error?: string
}

/** In challenges with files: the name of the test, and how it failed. */
export interface RunModuleReport extends RunTestReport {
  name?: string
  expected?: string
  stack?: string
}

/** A test file that failed to load. */
export interface RunProblem {
  path: string
  text: string
  stack: string
}

/** None of the code ran because of it. */
export interface RunSyntaxError {
  text: string
  /** The first line is 1; null where the browser doesn't report it. */
  line: number | null
}

/**
 * Messages from the frame: `ready` by the window, the others through a port that learners' code can't reach. They are
 * validated all the same. `started`: the libraries are evaluated, and the time of the code begins.
 */
export type RunnerMessage =
  | { type: 'ready' | 'started' | 'done' }
  | ({ type: 'console' } & RunConsoleEntry)
  | ({ type: 'result' } & RunModuleReport)
  | { type: 'plan'; tests: readonly string[] }
  | ({ type: 'problem' } & RunProblem)
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
