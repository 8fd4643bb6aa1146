import { z } from 'zod'

/** GET /api/runner: where the frame that runs learners' code comes from; null where it is switched off. */
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
  /** As in a challenge: an expression, which may be a promise, and the JSON of the value that it must have. */
  tests: readonly { id: string; input: string; expectedOutput: string }[]
}

/** What the page sends to its frame: the run, and the question whether it is still alive. */
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

/** What comes out of the frame. Learners' code can send it too, so nothing in it is believed unread. */
export type RunnerMessage =
  | { type: 'ready' | 'done' }
  | ({ type: 'console' } & RunConsoleEntry)
  | ({ type: 'result' } & RunTestReport)
  | { type: 'pong'; elements: number }
