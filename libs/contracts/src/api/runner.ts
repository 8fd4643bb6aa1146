import { z } from 'zod'

/** GET /api/runner: where the frame that runs learners' code comes from; null where it is switched off. */
export const runnerReply = z
  .object({ success: z.literal(true), origin: z.string().nullable() })
  .meta({ id: 'RunnerReply' })
export type RunnerReply = z.infer<typeof runnerReply>

/** What one run may say: more helps nobody, and the page that shows it has to stay alive. */
export const RUN_CONSOLE_ENTRIES = 200
/** Characters of one console entry, value or error. */
export const RUN_TEXT = 2_000
/** Milliseconds that code and tests get together; an endless loop takes half a gigabyte each second. */
export const RUN_TIME_LIMIT = 1_500
/** Elements that a page may grow to. */
export const RUN_ELEMENTS = 20_000

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

const text = z.string().max(RUN_TEXT)
const consoleEntry = z.object({ level: z.enum(['debug', 'log', 'info', 'warn', 'error']), text })
const testReport = z.object({
  testId: z.string(),
  passed: z.boolean(),
  got: text.optional(),
  error: text.optional(),
})
export type RunConsoleEntry = z.infer<typeof consoleEntry>
export type RunTestReport = z.infer<typeof testReport>

/** What comes out of the frame. Learners' code can send it too, so nothing in it is believed unread. */
export const runnerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('console'), ...consoleEntry.shape }),
  z.object({ type: z.literal('result'), ...testReport.shape }),
  z.object({ type: z.literal('done') }),
  z.object({ type: z.literal('pong'), elements: z.number() }),
])
