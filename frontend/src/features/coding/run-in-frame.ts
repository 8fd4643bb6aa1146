import type {
  RunConsoleEntry,
  RunnerCall,
  RunnerMessage,
  RunRequest,
  RunSyntaxError,
  RunTestReport,
} from '@rehearse/contracts'
import { RUN_CONSOLE_ENTRIES, RUN_ELEMENTS, RUN_TEXT, RUN_TIME_LIMIT } from '@rehearse/contracts/constants'

/** Why a run is over, or why its page had to be taken away. */
export type RunEnd = 'done' | 'timed-out' | 'too-large' | 'too-loud' | 'left' | 'unreachable' | 'stopped'

export interface RunOutcome {
  end: RunEnd
  /** One per test, in the tests' order; those that were never reached have not passed. */
  results: RunTestReport[]
  console: RunConsoleEntry[]
  syntaxError: RunSyntaxError | null
}

export interface CodeRun {
  /** Never rejects. */
  readonly outcome: Promise<RunOutcome>
  /** Ends the run and takes its page away. */
  stop(): void
}

export interface RunOptions {
  /** From GET /api/runner. */
  origin: string
  /** What the frame is put into, and the page of a `document` stays in. */
  host: HTMLElement
  /** Names the frame for those who don't see it. */
  title: string
  timeLimit?: number
  /** The page stayed after its run, and hung, grew or went away later. */
  onLost?: (reason: RunEnd) => void
}

/** Milliseconds. */
const loadLimit = 5_000
const heartbeat = 250
/** Far above what an honest run says, far below what makes this page slow. */
const mostMessages = 1_000

/**
 * Runs a learner's code in a frame of its own, on the runner's origin. Whatever the code does, removing the frame ends
 * it; so nothing of it is asked to end itself, and nothing it says is believed beyond what it may say.
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
    // A sandboxed frame has no origin; that it is ours only its window says.
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
  // Its own page has loaded once it is ready; what loads after that is another, or the refusal of another.
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
  // Forms, so that their listeners hear of a submit; never our origin, windows, dialogs or the page above.
  frame.setAttribute('sandbox', 'allow-scripts allow-forms')
  frame.referrerPolicy = 'no-referrer'
  frame.title = title
  frame.src = `${origin}/`
  return frame
}

/**
 * The message that a frame has sent, or null for whatever is none. By hand, because the schema library tries to compile
 * what it reads with, which the page's policy forbids, and outweighs the rest of the page.
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
