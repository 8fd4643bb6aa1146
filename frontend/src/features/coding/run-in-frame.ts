import type {
  ModuleRequest,
  RunConsoleEntry,
  RunModuleReport,
  RunnerCall,
  RunnerMessage,
  RunProblem,
  RunRequest,
  RunSyntaxError,
} from '@rehearse/contracts'
import {
  RUN_CONSOLE_ENTRIES,
  RUN_ELEMENTS,
  RUN_TESTS,
  RUN_TEXT,
  RUN_TIME_LIMIT,
} from '@rehearse/contracts/constants'

/** Why a run ended, or why its page was removed. */
export type RunEnd = 'done' | 'timed-out' | 'too-large' | 'too-loud' | 'left' | 'unreachable' | 'stopped'

export interface RunOutcome {
  end: RunEnd
  /** One per test, in the tests' order; tests that were never reached count as failed. */
  results: RunModuleReport[]
  console: RunConsoleEntry[]
  syntaxError: RunSyntaxError | null
  /** Of challenges with files: the first test file that failed to load. */
  problem: RunProblem | null
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
const loadLimit = 15_000
/** Milliseconds until the libraries are evaluated. */
const startLimit = 20_000
const heartbeat = 250
/** Milliseconds without a reply to a ping: shorter limits of a run say nothing about a page that stays. */
const heartLimit = RUN_TIME_LIMIT
/** Besides the results of tests: far above what a valid run sends, far below what slows down this page. */
const mostMessages = 1_000

/**
 * Runs a learner's code in a separate frame on the runner's origin. Removing the frame ends the run whatever the code
 * does, so nothing depends on the code's cooperation. Its messages come through a port that only the runner's own
 * script has, and are validated.
 */
export function runInFrame(request: RunRequest | ModuleRequest, options: RunOptions): CodeRun {
  const limit = options.timeLimit ?? RUN_TIME_LIMIT
  const frame = createFrame(options)
  const { port1: port, port2: portOfFrame } = new MessageChannel()
  const isInWorker = request.kind === 'javascript' || (request.kind === 'modules' && request.in === 'worker')
  let planned: readonly string[] = request.kind === 'modules' ? [] : request.tests.map(({ id }) => id)
  const results = new Map<string, RunModuleReport>()
  const entries: RunConsoleEntry[] = []
  const { promise: outcome, resolve } = Promise.withResolvers<RunOutcome>()
  let state: 'loading' | 'running' | 'shown' | 'gone' = 'loading'
  let messages = 0
  let syntaxError: RunSyntaxError | null = null
  let problem: RunProblem | null = null
  let askedAt: number | null = null

  const settle = (end: RunEnd) =>
    resolve({
      end,
      results: planned.map((testId) => results.get(testId) ?? { testId, passed: false }),
      console: entries,
      syntaxError,
      problem,
    })
  const takeAway = (reason: RunEnd) => {
    if (state === 'gone') return
    const wasShown = state === 'shown'
    state = 'gone'
    clearTimeout(timer)
    clearInterval(beat)
    removeEventListener('message', receive)
    port.close()
    frame.remove()
    settle(reason)
    if (wasShown && reason !== 'stopped') options.onLost?.(reason)
  }

  const isTooLoud = (): boolean => {
    messages += 1
    const most = mostMessages + planned.length
    if (messages > most) takeAway('too-loud')
    return messages > most
  }
  const receive = (event: MessageEvent) => {
    // A sandboxed frame has an opaque origin; only its window identifies it.
    if (event.source !== frame.contentWindow || event.origin !== 'null' || isTooLoud()) return
    if (state === 'loading' && readRunnerMessage(event.data)?.type === 'ready') begin()
  }
  const receiveReport = ({ data }: MessageEvent) => {
    if (isTooLoud()) return
    const message = readRunnerMessage(data)
    switch (message?.type) {
      case 'started':
        startTimer(limit)
        break
      case 'plan':
        planned = request.kind === 'modules' && request.only !== null ? [request.only] : message.tests
        break
      case 'console': {
        const { type: _type, ...entry } = message
        if (entries.length < RUN_CONSOLE_ENTRIES) entries.push(entry)
        break
      }
      case 'result': {
        const { type: _type, ...report } = message
        if (!results.has(report.testId)) results.set(report.testId, report)
        break
      }
      case 'syntax-error':
        syntaxError ??= { text: message.text, line: message.line }
        break
      case 'problem':
        problem ??= { path: message.path, text: message.text, stack: message.stack }
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
  const startTimer = (ms: number) => {
    clearTimeout(timer)
    if (state === 'running') timer = setTimeout(() => takeAway('timed-out'), ms)
  }
  const begin = () => {
    state = 'running'
    port.onmessage = receiveReport
    startTimer(startLimit)
    frame.contentWindow?.postMessage({ type: 'run', request } satisfies RunnerCall, '*', [portOfFrame])
  }
  const finish = () => {
    if (isInWorker) return takeAway('done')
    state = 'shown'
    clearTimeout(timer)
    settle('done')
  }
  const listenToHeart = () => {
    if (state === 'loading' || isInWorker) return
    if (askedAt !== null && performance.now() - askedAt > Math.max(limit, heartLimit))
      return takeAway('timed-out')
    if (askedAt !== null) return
    askedAt = performance.now()
    port.postMessage({ type: 'ping' } satisfies RunnerCall)
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
  const { type, level, text, testId, passed, elements, line, path, stack, tests, ...rest } = data as Record<
    string,
    unknown
  >
  switch (type) {
    case 'ready':
    case 'started':
    case 'done':
      return { type }
    case 'pong':
      return typeof elements === 'number' ? { type, elements } : null
    case 'console':
      if (!isLevel(level) || !isText(text) || !isTextOrNone(testId)) return null
      return { type, level, text, ...(testId !== undefined && { testId }) }
    case 'syntax-error':
      return isText(text) && isLine(line) ? { type, text, line } : null
    case 'problem':
      return isText(path) && isText(text) && isText(stack) ? { type, path, text, stack } : null
    case 'plan':
      return Array.isArray(tests) && tests.length <= RUN_TESTS && tests.every(isText) ? { type, tests } : null
    case 'result': {
      const { name, got, expected, error } = rest
      const details = Object.entries({ name, got, expected, error, stack })
      if (typeof testId !== 'string' || typeof passed !== 'boolean') return null
      if (!details.every(([, value]) => isTextOrNone(value))) return null
      return {
        type,
        testId,
        passed,
        ...Object.fromEntries(details.filter(([, value]) => value !== undefined)),
      }
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
