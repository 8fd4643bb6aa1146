import { lexAnswerLine } from './lex-answer-line.ts'
import { linesOfCode } from './parse-blocks.ts'

const item = '(?:[-*+•]|\\d{1,9}[.)]|\\(?[A-Za-z][.):])[ \\t]+'
const ticked = new RegExp(`^[ \\t>]{0,64}(?:${item})?\\[(?:x|✓|✔|✅|correct)\\](?:[ \\t]|$)`, 'i')
const marked = new RegExp(`^[ \\t>]{0,64}${item}`)
const mark = /(?:\[(?:correct|✓|✔|✅)\]|\((?:correct|✓|✔|✅)\)|[✅✔✓]\uFE0F?)[ \t]{0,8}$/i

/**
 * The first line outside code that tells which option is correct: a ticked box, a mark after a list item, an answer.
 * Learners must not see it in a question's text.
 */
export function findKey(text: string): string | undefined {
  const lines = text.split('\n')
  if (!lines.some(showsKey)) return undefined
  const code = linesOfCode(text)
  return lines.find((line, position) => !code.has(position) && showsKey(line))
}

function showsKey(line: string): boolean {
  if (ticked.test(line) || (marked.test(line) && mark.test(line.slice(-32)))) return true
  return line.length <= 2_000 && (lexAnswerLine(line)?.labels.length ?? 0) > 0
}
