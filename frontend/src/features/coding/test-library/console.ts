import type { RunnerMessage } from '@rehearse/contracts'
import { RUN_CONSOLE_ENTRIES } from '@rehearse/contracts/constants'
import { format } from '@vitest/utils/display'
import { print, shorten } from './show.ts'

type Level = Extract<RunnerMessage, { type: 'console' }>['level']

/** An error that no code has caught, in the script that the page or the worker runs. */
export interface UncaughtError {
  text: string
  /** The first line is 1; null where the browser doesn't report it. */
  line: number | null
}

interface Options {
  /** The id of the test that is running, or null. */
  runningTest?: () => string | null
  onUncaught?: (event: Event, error: unknown) => void
}

// Challenge code may replace them.
const { performance } = globalThis
const realNow = performance.now.bind(performance)

/**
 * Sends console output and uncaught errors, up to a limit.
 * @returns the latest uncaught error
 */
export function captureConsole(
  send: (message: RunnerMessage) => void,
  { runningTest = () => null, onUncaught = () => {} }: Options = {},
): () => UncaughtError | null {
  let entries = 0
  let indent = ''
  const note = (level: Level, text: string) => {
    entries += 1
    if (entries > RUN_CONSOLE_ENTRIES) return
    const testId = runningTest()
    const lines = indent + text.replaceAll('\n', `\n${indent}`)
    send({ type: 'console', level, text: shorten(lines), ...(testId !== null && { testId }) })
  }
  const counts = new Map<string, number>()
  const starts = new Map<string, number>()
  const timeOf = (label: string) =>
    `${label}: ${(realNow() - (starts.get(label) ?? realNow())).toFixed(1)} ms`
  const methods: Record<string, (...values: unknown[]) => void> = {
    trace: (...values) => note('log', messageOf(['Trace:', ...values])),
    dir: (value) => note('log', print(value)),
    dirxml: (...values) => note('log', messageOf(values)),
    table: (rows, columns) => note('log', tableOf(rows, columns) ?? print(rows)),
    assert(condition, ...values) {
      if (!condition) note('error', ['Assertion failed', messageOf(values)].filter(Boolean).join(': '))
    },
    count(label = 'default') {
      const count = (counts.get(String(label)) ?? 0) + 1
      counts.set(String(label), count)
      note('log', `${String(label)}: ${count}`)
    },
    countReset: (label = 'default') => counts.delete(String(label)),
    group(...values) {
      if (values.length > 0) note('log', messageOf(values))
      indent = `${indent}  `.slice(0, deepestIndent)
    },
    groupEnd() {
      indent = indent.slice(2)
    },
    time: (label = 'default') => starts.set(String(label), realNow()),
    timeLog: (label = 'default', ...values) => note('log', messageOf([timeOf(String(label)), ...values])),
    timeEnd(label = 'default') {
      note('log', timeOf(String(label)))
      starts.delete(String(label))
    },
    clear: () => {},
  }
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
    methods[level] = (...values) => note(level, messageOf(values))
  methods.groupCollapsed = methods.group as (typeof methods)[string]
  Object.assign(console, methods)

  let latest: UncaughtError | null = null
  addEventListener('error', (event) => {
    // A syntax error names how the script came into the page, of which its author knows nothing.
    const message = (event.message ?? 'Error').replace(
      /Failed to execute '(?:append|importScripts)' on '\w+': /,
      '',
    )
    latest = { text: shorten(message), line: event.lineno || null }
    note('error', latest.text)
    onUncaught(event, event.error ?? new Error(message))
  })
  addEventListener('unhandledrejection', (event) => {
    note('error', `Uncaught (in promise) ${textOf(event.reason)}`)
    onUncaught(event, event.reason)
  })
  addEventListener('securitypolicyviolation', (event) =>
    note('error', `Blocked: there is no network here (${event.blockedURI})`),
  )
  return () => latest
}

const deepestIndent = 40

const specifiers = /%[sdifjoOc]/g

/** The values of a call as one text; the first one may be a template, as in `console.log('%s', name)`. */
function messageOf(values: readonly unknown[]): string {
  const [first, ...rest] = values
  if (typeof first !== 'string' || rest.length === 0) return values.map(textOf).join(' ')
  const count = first.match(specifiers)?.length ?? 0
  const used = rest.slice(0, count)
  const filled = count === 0 ? first : safely(() => format([first, ...used]), first)
  return [filled, ...rest.slice(count).map(textOf)].join(' ')
}

const safely = (make: () => string, otherwise: string): string => {
  try {
    return make()
  } catch {
    return otherwise
  }
}

/** Strings are printed without quotes, and an error as its name and message. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? safely(() => String(value), 'Error') : print(value)
}

/** Rows of objects or lists as a table; null if there are none. */
function tableOf(rows: unknown, columns: unknown): string | null {
  if (typeof rows !== 'object' || rows === null) return null
  try {
    const entries = rows instanceof Map ? [...rows] : Object.entries(rows)
    const isRow = (value: unknown): value is object => typeof value === 'object' && value !== null
    const named = Array.isArray(columns)
      ? columns.map(String)
      : [...new Set(entries.flatMap(([, row]) => (isRow(row) ? Object.keys(row) : [])))]
    const hasValues = entries.some(([, row]) => !isRow(row))
    const head = ['(index)', ...named, ...(hasValues ? ['Values'] : [])]
    const body = entries
      .slice(0, mostRows)
      .map(([key, row]) => [
        textOf(key),
        ...named.map((name) => (isRow(row) && name in row ? print(Reflect.get(row, name)) : '')),
        ...(hasValues ? [isRow(row) ? '' : print(row)] : []),
      ])
    const widths = head.map((name, at) =>
      Math.max(name.length, ...body.map((cells) => cells[at]?.length ?? 0)),
    )
    const line = (cells: readonly string[]) =>
      `│ ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' │ ')} │`
    const rule = (start: string, middle: string, end: string) =>
      start + widths.map((width) => '─'.repeat(width + 2)).join(middle) + end
    return [
      rule('┌', '┬', '┐'),
      line(head),
      rule('├', '┼', '┤'),
      ...body.map(line),
      rule('└', '┴', '┘'),
    ].join('\n')
  } catch {
    // A getter that throws.
    return null
  }
}

/** More of them would be cut off. */
const mostRows = 100
