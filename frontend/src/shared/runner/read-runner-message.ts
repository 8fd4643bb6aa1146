import type { RunConsoleEntry, RunnerMessage } from '@rehearse/contracts'
import { RUN_TEXT } from '@rehearse/contracts/constants'

/**
 * The message that a frame has sent, or null for whatever is none. By hand, because the schema library tries to compile
 * what it reads with, which the page's policy forbids, and outweighs the rest of the page.
 */
export function readRunnerMessage(data: unknown): RunnerMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, level, text, testId, passed, got, error, elements } = data as Record<string, unknown>
  switch (type) {
    case 'ready':
    case 'done':
      return { type }
    case 'pong':
      return typeof elements === 'number' ? { type, elements } : null
    case 'console':
      return isLevel(level) && isText(text) ? { type, level, text } : null
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
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= RUN_TEXT
const isTextOrNone = (value: unknown): value is string | undefined => value === undefined || isText(value)
