import { scriptLibraryUrl } from 'virtual:challenge-libraries'
import type { Challenge, RunConsoleEntry } from '@rehearse/contracts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isPlainJavaScript, type Texts, writtenFiles } from './code.ts'
import { gradeReview } from './grade-review.ts'
import { libraryOf } from './libraries.ts'
import { marksOf } from './review-marks.ts'
import type { FilesOutcome, FileTestResult } from './run-files.ts'
import { type RunEnd, type RunOptions, runInFrame } from './run-in-frame.ts'
import type { TypeChecker } from './type-checker.ts'

/** The result of one test; of files, with what the test file says about it. */
export type Result = Omit<FileTestResult, 'name'> & { name?: string }

/** What kept the tests from running; of `web` challenges, a syntax error without a path. */
export interface Problem {
  text: string
  path?: string
  line: number | null
}

/** The texts that were tested, and the result of each test. */
export interface Tested {
  texts: Texts
  results: readonly Result[]
  problem: Problem | null
}

interface Outcome {
  end: RunEnd
  results: readonly Result[]
  console: readonly RunConsoleEntry[]
  problem: Problem | null
}

interface Run {
  readonly outcome: Promise<Outcome>
  stop(): void
}

interface RunState {
  running: 'preview' | 'tests' | null
  console: readonly RunConsoleEntry[]
  /** Why the page was removed, if it was. */
  stopped: Exclude<RunEnd, 'done' | 'stopped'> | null
  tested: Tested | null
}

const initialRunState: RunState = { running: null, console: [], stopped: null, tested: null }

/**
 * Runs a challenge's code: as a preview, and with its tests. There is one frame at a time; after a test run a fresh
 * preview replaces it.
 */
export function useChallengeRun(
  challenge: Challenge,
  origin: string | null,
  checker: TypeChecker | null,
  title: string,
) {
  const host = useRef<HTMLDivElement>(null)
  const current = useRef<Run>(null)
  const shown = useRef<Texts>(null)
  const [state, setState] = useState(initialRunState)

  const start = useCallback(
    async (kind: 'preview' | 'tests', texts: Texts, only?: string) => {
      if (origin === null || host.current === null) return null
      current.current?.stop()
      shown.current = texts
      const focused = focusedElement()
      // Browsers throttle frames outside the viewport: events tied to rendering, such as a dialog's close, would
      // never fire.
      if (kind === 'tests') host.current.scrollIntoView?.({ block: 'nearest' })
      const options: RunOptions = {
        origin,
        host: host.current,
        title,
        onLost: (reason) => setState((before) => ({ ...before, stopped: stopReason(reason) })),
      }
      const run =
        challenge.kind === 'web'
          ? runCode(challenge, kind, texts, options)
          : checker && runWithFiles(challenge, kind, texts, { ...options, checker, only })
      if (!run) return null
      current.current = run
      const outcome = await run.outcome
      if (kind === 'tests') giveFocusBack(focused, host.current)
      return current.current === run && outcome.end !== 'stopped' ? outcome : null
    },
    [challenge, origin, checker, title],
  )

  const preview = useCallback(
    async (texts: Texts) => {
      if (shown.current === texts) return
      setState((before) => ({ ...before, running: 'preview' }))
      const outcome = await start('preview', texts)
      if (!outcome) return
      const { end, console } = outcome
      setState((before) => ({ ...before, running: null, console, stopped: stopReason(end) }))
    },
    [start],
  )

  const test = useCallback(
    async (texts: Texts): Promise<Tested | null> => {
      if (challenge.kind === 'review') {
        const tested = { texts, results: gradeReview(challenge, marksOf(texts)), problem: null }
        setState({ ...initialRunState, tested })
        return tested
      }
      if (origin === null) return null
      setState((before) => ({ ...before, running: 'tests' }))
      const outcome = await start('tests', texts)
      if (!outcome) return null
      const tested = { texts, results: outcome.results, problem: outcome.problem }
      setState({ running: null, console: outcome.console, stopped: stopReason(outcome.end), tested })
      if (outcome.end === 'done') void start('preview', texts)
      // If the runner is unreachable, there is no result.
      return outcome.end === 'unreachable' ? null : tested
    },
    [challenge, origin, start],
  )

  /** Runs one test again, and replaces its result. */
  const rerun = useCallback(
    async (texts: Texts, id: string) => {
      setState((before) => ({ ...before, running: 'tests' }))
      const outcome = await start('tests', texts, id)
      if (!outcome) return
      const again = outcome.results.find(({ testId }) => testId === id)
      setState(({ tested }) => ({
        running: null,
        console: outcome.console,
        stopped: stopReason(outcome.end),
        tested: tested && {
          ...tested,
          results: tested.results.map((result) => (again && result.testId === id ? again : result)),
        },
      }))
      if (outcome.end === 'done') void start('preview', texts)
    },
    [start],
  )

  const forget = useCallback(() => setState(initialRunState), [])

  useEffect(() => () => current.current?.stop(), [])
  return { host, state, preview, test, rerun, forget }
}

/** Of an editor, its text inside the shadow root. */
function focusedElement(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

/** Tests that move the focus take it from the page; it is lost when their frame is removed. */
function giveFocusBack(focused: Element | null, host: HTMLElement | null): void {
  const { activeElement, body } = document
  const isTaken = activeElement === body || host?.contains(activeElement)
  if (isTaken && focused instanceof HTMLElement && focused !== body) focused.focus({ preventScroll: true })
}

/** Runs the code of a `web` challenge. */
function runCode(
  challenge: Challenge,
  kind: 'preview' | 'tests',
  { html = '', css = '', javascript = '' }: Texts,
  options: RunOptions,
): Run {
  return startLater(async () => {
    const library = await libraryOf(scriptLibraryUrl)
    return () => {
      const run = runInFrame(
        {
          kind: isPlainJavaScript(challenge) ? 'javascript' : 'document',
          ...{ library, html, css, javascript },
          tests: kind === 'tests' ? challenge.testCases : [],
        },
        { ...options, timeLimit: challenge.timeLimit },
      )
      const outcome = run.outcome.then(({ syntaxError, ...rest }) => ({ ...rest, problem: syntaxError }))
      return { outcome, stop: run.stop }
    }
  })
}

type FilesOptions = Parameters<typeof import('./run-files.ts').runFiles>[2]

/** Runs files. What runs them loads with the challenges that have some alone. */
const runWithFiles = (
  challenge: Challenge,
  kind: 'preview' | 'tests',
  texts: Texts,
  options: FilesOptions,
): Run =>
  startLater(async () => {
    const { previewFiles, runFiles } = await import('./run-files.ts')
    return () => (kind === 'tests' ? runFiles : previewFiles)(challenge, writtenFiles(texts), options)
  })

/** A run that starts once what it needs has loaded. */
function startLater(load: () => Promise<() => Run>): Run {
  let stop: (() => void) | undefined
  let isStopped = false
  const start = async (): Promise<Outcome> => {
    const begin = await load()
    if (isStopped) return ended('stopped')
    const run = begin()
    stop = run.stop
    return run.outcome
  }
  // A library that can't be loaded.
  return {
    outcome: start().catch(() => ended('unreachable')),
    stop: () => {
      isStopped = true
      stop?.()
    },
  }
}

const ended = (end: RunEnd): FilesOutcome => ({ end, results: [], console: [], problem: null })

const stopReason = (end: RunEnd): RunState['stopped'] => (end === 'done' || end === 'stopped' ? null : end)
