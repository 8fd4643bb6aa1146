import type {
  RunConsoleEntry,
  RunnerCall,
  RunnerMessage,
  RunRequest,
  RunSyntaxError,
  RunTestReport,
} from '@rehearse/contracts'
import { RUN_CONSOLE_ENTRIES, RUN_ELEMENTS, RUN_TEXT, RUN_TIME_LIMIT } from '@rehearse/contracts/constants'

/** Why a run ended, or why its page was removed. */
export type RunEnd = 'done' | 'timed-out' | 'too-large' | 'too-loud' | 'left' | 'unreachable' | 'stopped'

export interface RunOutcome {
  end: RunEnd
  /** One per test, in the tests' order; tests that were never reached count as failed. */
  results: RunTestReport[]
  console: RunConsoleEntry[]
  syntaxError: RunSyntaxError | null
}

export interface CodeRun {
  /** Never rejects. */
  readonly outcome: Promise<RunOutcome>
  /** Ends the run and removes its page. */
  stop(): void
}

export interface RunOptions {
  /** From GET /api/runner. */
  origin: string
  /** The element the frame is added to; for `document`, the page stays there. */
  host: HTMLElement
  /** The accessible name of the frame. */
  title: string
  timeLimit?: number
  /** Called if the page stays after its run and later hangs, grows too large or navigates away. */
  onLost?: (reason: RunEnd) => void
}

/** Milliseconds. */
const loadLimit = 5_000
const heartbeat = 250
/** Far above what a valid run sends, far below what slows down this page. */
const mostMessages = 1_000

/**
 * Runs a learner's code in a separate frame on the runner's origin. Removing the frame ends the run whatever the code
 * does, so nothing depends on the code's cooperation, and its messages are validated.
 */
export function runInFrame(request: RunRequest, options: RunOptions): CodeRun {
  const limit = options.timeLimit ?? RUN_TIME_LIMIT
  const frame = createFrame(options)
  const results = new Map<string, RunTestReport>()
  const entries: RunConsoleEntry[] = []
  const { promise: outcome, resolve } = Promise.withResolvers<RunOutcome>()
  let state: 'loading' | 'running' | 'shown' | 'gone' = 'loading'
  let messages = 0
  let syntaxError: RunSyntaxError | null = null
  let askedAt: number | null = null

  const send = (call: RunnerCall) => frame.contentWindow?.postMessage(call, '*')
  const settle = (end: RunEnd) =>
    resolve({
      end,
      results: request.tests.map(({ id }) => results.get(id) ?? { testId: id, passed: false }),
      console: entries,
      syntaxError,
    })
  const takeAway = (reason: RunEnd) => {
    if (state === 'gone') return
    const wasShown = state === 'shown'
    state = 'gone'
    clearTimeout(timer)
    clearInterval(beat)
    removeEventListener('message', receive)
    frame.remove()
    settle(reason)
    if (wasShown && reason !== 'stopped') options.onLost?.(reason)
  }

  const receive = (event: MessageEvent) => {
    // A sandboxed frame has an opaque origin; only its window identifies it.
    if (event.source !== frame.contentWindow || event.origin !== 'null') return
    messages += 1
    if (messages > mostMessages) return takeAway('too-loud')
    const message = readRunnerMessage(event.data)
    switch (message?.type) {
      case 'ready':
        if (state === 'loading') begin()
        break
      case 'console':
        if (entries.length < RUN_CONSOLE_ENTRIES) entries.push({ level: message.level, text: message.text })
        break
      case 'result': {
        const { type: _type, ...report } = message
        if (!results.has(report.testId)) results.set(report.testId, report)
        break
      }
      case 'syntax-error':
        syntaxError ??= { text: message.text, line: message.line }
        break
      case 'pong':
        askedAt = null
        messages -= 1
        if (message.elements > RUN_ELEMENTS) takeAway('too-large')
        break
      case 'done':
        if (state === 'running') finish()
    }
  }
  const begin = () => {
    state = 'running'
    clearTimeout(timer)
    timer = setTimeout(() => takeAway('timed-out'), limit)
    send({ type: 'run', request })
  }
  const finish = () => {
    if (request.kind === 'javascript') return takeAway('done')
    state = 'shown'
    clearTimeout(timer)
    settle('done')
  }
  const listenToHeart = () => {
    if (state === 'loading') return
    if (askedAt !== null && performance.now() - askedAt > limit) return takeAway('timed-out')
    if (askedAt !== null) return
    askedAt = performance.now()
    send({ type: 'ping' })
  }

  let timer = setTimeout(() => takeAway('unreachable'), loadLimit)
  const beat = setInterval(listenToHeart, heartbeat)
  addEventListener('message', receive)
  // Its own page has loaded once it is ready; a later load is another page, or a blocked one.
  let loads = 0
  frame.addEventListener('load', () => {
    loads += 1
    if (loads > 1) takeAway('left')
  })
  options.host.append(frame)
  return { outcome, stop: () => takeAway('stopped') }
}

function createFrame({ origin, title }: RunOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  // Forms are allowed so that submit events fire; our origin, windows, dialogs and the parent page never.
  frame.setAttribute('sandbox', 'allow-scripts allow-forms')
  frame.referrerPolicy = 'no-referrer'
  frame.title = title
  frame.src = `${origin}/`
  return frame
}

/**
 * Parses a message from a frame; null if it isn't valid. Written by hand, because the schema library compiles its
 * validators, which the page's Content Security Policy forbids, and is larger than the rest of the page.
 */
export function readRunnerMessage(data: unknown): RunnerMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, level, text, testId, passed, got, error, elements, line } = data as Record<string, unknown>
  switch (type) {
    case 'ready':
    case 'done':
      return { type }
    case 'pong':
      return typeof elements === 'number' ? { type, elements } : null
    case 'console':
      return isLevel(level) && isText(text) ? { type, level, text } : null
    case 'syntax-error':
      return isText(text) && isLine(line) ? { type, text, line } : null
    case 'result':
      if (typeof testId !== 'string' || typeof passed !== 'boolean') return null
      if (!isTextOrNone(got) || !isTextOrNone(error)) return null
      return {
        type,
        testId,
        passed,
        ...(got !== undefined && { got }),
        ...(error !== undefined && { error }),
      }
    default:
      return null
  }
}

const levels: readonly unknown[] = ['debug', 'log', 'info', 'warn', 'error']
const isLevel = (value: unknown): value is RunConsoleEntry['level'] => levels.includes(value)
const isLine = (value: unknown): value is number | null => value === null || Number.isSafeInteger(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= RUN_TEXT
const isTextOrNone = (value: unknown): value is string | undefined => value === undefined || isText(value)
