import { unreadableSource } from '../parse-blocks.ts'

/** One element of the question array: its text and first line. */
export interface ScannedRow {
  text: string
  line: number
}

export interface ScannedFile {
  /** Missing without an array of questions. */
  rows: ScannedRow[] | undefined
  /** The names of the file's other fields. */
  others: string[]
}

/** The source isn't valid JSON, or has an unsupported shape. `JSON.parse` reports which. */
class NotScannable extends Error {}

/** Our own files are three levels deep. */
const DEPTH = 500
/** The number of characters between two yields to other work. */
const STEP = 256 * 1024

/**
 * Finds the elements of `[ … ]` or `{ "questions": [ … ] }` without parsing them, so that each question has its line
 * and a large file never blocks the event loop for long. Only brackets and strings are scanned; each element still
 * goes through `JSON.parse`.
 */
export function* scanRows(source: string): Generator<undefined, ScannedFile, void> {
  let position = 0
  let line = 1
  let rows: ScannedRow[] | undefined
  const others: string[] = []

  const skipSpace = () => {
    for (; position < source.length; position++) {
      const character = source[position]
      if (character === '\n') line++
      else if (character !== ' ' && character !== '\t' && character !== '\r') return
    }
  }
  const take = (expected: string) => {
    skipSpace()
    if (source[position] !== expected) throw new NotScannable()
    position++
  }
  const at = (expected: string) => {
    skipSpace()
    return source[position] === expected
  }
  /** Skips one value and returns its text. */
  function* value(): Generator<undefined, string, void> {
    skipSpace()
    const start = position
    let depth = 0
    let pause = position + STEP
    for (; position < source.length; position++) {
      if (position >= pause) {
        pause += STEP
        yield undefined
      }
      const character = source[position]
      if (character === '"') position = stringEnd(source, position)
      else if (character === '\n') line++
      else if (character === '{' || character === '[') {
        if (++depth > DEPTH) throw unreadableSource('JSON parsing error: values are nested too deeply')
      } else if (character === '}' || character === ']') {
        if (depth === 0) break
        depth--
      } else if (depth === 0 && (character === ',' || character === ':')) break
    }
    return source.slice(start, position).trimEnd()
  }
  function* array(): Generator<undefined, ScannedRow[], void> {
    const found: ScannedRow[] = []
    let pause = position + STEP
    take('[')
    while (!at(']')) {
      if (found.length > 0) take(',')
      skipSpace()
      const begin = line
      found.push({ line: begin, text: yield* value() })
      if (position >= pause) {
        pause = position + STEP
        yield undefined
      }
    }
    take(']')
    return found
  }

  if (at('[')) rows = yield* array()
  else {
    take('{')
    for (let first = true; !at('}'); first = false) {
      if (!first) take(',')
      const key: unknown = JSON.parse(yield* value())
      take(':')
      if (key === 'questions' && at('[')) rows = yield* array()
      else {
        JSON.parse(yield* value())
        others.push(String(key))
      }
    }
    take('}')
  }
  skipSpace()
  if (position < source.length) throw new NotScannable()
  return { rows, others }
}

/** The position of the quote that closes the string at `start`. */
function stringEnd(source: string, start: number): number {
  for (let end = source.indexOf('"', start + 1); end !== -1; end = source.indexOf('"', end + 1)) {
    let escapes = 0
    while (source[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return end
  }
  throw new NotScannable()
}
