import type { QuestionFormat } from '@rehearse/contracts'
import { linesOf, rawRows, standOnLines } from './source-lines.ts'

interface Place {
  index: number
  line?: number
}

interface Failure {
  index: number
  error: string
}

interface FailingFile {
  name: string
  type: string
  text: string
}

const files: Readonly<Record<QuestionFormat, { name: string; type: string }>> = {
  json: { name: 'questions-to-fix.json', type: 'application/json' },
  markdown: { name: 'questions-to-fix.md', type: 'text/markdown' },
  gift: { name: 'questions-to-fix.gift', type: 'text/plain' },
  aiken: { name: 'questions-to-fix.aiken', type: 'text/plain' },
  'moodle-xml': { name: 'questions-to-fix.xml', type: 'application/xml' },
}

/**
 * What could not be imported, in the format it came in, with what is wrong beside it: to be fixed and imported again.
 * What good questions only share with it (headings, categories) stays. Where questions don't begin on lines of their
 * own it is the whole source: the good ones are there already then, and skipped.
 */
export function failingFile(
  content: string,
  format: QuestionFormat,
  places: readonly Place[],
  failures: readonly Failure[],
): FailingFile {
  const errors = new Map(failures.map(({ index, error }) => [index, error]))
  return { ...files[format], text: textOf(content, format, places, errors) }
}

function textOf(
  content: string,
  format: QuestionFormat,
  places: readonly Place[],
  errors: ReadonlyMap<number, string>,
): string {
  if (format === 'json') {
    const questions = rawRows(content).flatMap((row, index) => {
      const error = errors.get(index)
      if (error === undefined) return []
      return [typeof row === 'object' && row !== null ? { error, ...row } : row]
    })
    return `${JSON.stringify({ questions }, null, 2)}\n`
  }
  const begins = places.map(({ line }) => line)
  if (!standOnLines(begins)) return content
  const lines = linesOf(content)
  const kept = lines.slice(0, (begins[0] ?? 1) - 1)
  for (const [position, { index }] of places.entries()) {
    const block = lines.slice((begins[position] ?? 1) - 1, (begins[position + 1] ?? lines.length + 1) - 1)
    const error = errors.get(index)
    if (error === undefined) kept.push(...sharedLines(block, format))
    else kept.push(...remark(error, format), ...block)
  }
  return `${kept.join('\n').trimEnd()}\n`
}

/** What is wrong, as each format writes what is not read. Aiken has no way to. */
function remark(error: string, format: QuestionFormat): string[] {
  const text = error.replaceAll('\n', ' ').replaceAll('--', '- -')
  if (format === 'markdown') return ['<!--', text, '-->', '']
  if (format === 'gift') return [`// ${text}`]
  return format === 'moodle-xml' ? [`<!-- ${text} -->`] : []
}

/** The lines after a question that are for those behind it. */
function sharedLines(block: readonly string[], format: QuestionFormat): string[] {
  if (format === 'gift') return block.filter((line) => /^\s*\$CATEGORY:/i.test(line))
  if (format === 'moodle-xml') {
    const text = block.join('\n')
    return [
      ...(text.match(/<question\s+type="category"[\s\S]*?<\/question>/g) ?? []),
      ...(text.match(/<\/quiz>/g) ?? []),
    ]
  }
  if (format !== 'markdown') return []
  const own = headingLevel(block[0]) ?? 7
  const shared = block.findIndex((line, position) => position > 0 && (headingLevel(line) ?? 7) < own)
  return shared === -1 ? [] : block.slice(shared)
}

const headingLevel = (line: string | undefined) => /^(#{1,6})\s/.exec(line ?? '')?.[1]?.length
