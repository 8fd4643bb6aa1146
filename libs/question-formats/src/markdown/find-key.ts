import { closesFence, type Fence, lexFence } from './find-broken-blocks.ts'
import { lexAnswerLine } from './lex-answer-line.ts'

const item = '(?:[-*+•]|\\d{1,9}[.)]|\\(?[A-Za-z][.):])[ \\t]+'
const ticked = new RegExp(`^[ \\t>]{0,64}(?:${item})?\\[(?:x|✓|✔|✅|correct)\\](?:[ \\t]|$)`, 'i')
const marked = new RegExp(`^[ \\t>]{0,64}${item}`)
const mark = /(?:\[(?:correct|✓|✔|✅)\]|\((?:correct|✓|✔|✅)\)|[✅✔✓]\uFE0F?)[ \t]{0,8}$/i

/**
 * The first line outside code that tells which option is correct: a ticked box, a mark after a list item, an answer.
 * Learners must not see it in a question's text.
 */
export function findKey(text: string): string | undefined {
  const code = codeLines(text.split('\n'))
  return text.split('\n').find((line, position) => !code.has(position) && showsKey(line))
}

function showsKey(line: string): boolean {
  if (ticked.test(line) || (marked.test(line) && mark.test(line.slice(-32)))) return true
  return line.length <= 2_000 && (lexAnswerLine(line)?.labels.length ?? 0) > 0
}

/** The positions of the lines in blocks of code, without a block that is never closed. */
function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>()
  let inBlock: number[] = []
  let open: Fence | undefined
  for (const [position, line] of lines.entries()) {
    const fence = lexFence(line)
    if (open) {
      inBlock.push(position)
      if (!fence || !closesFence(open, fence)) continue
      for (const one of inBlock) found.add(one)
      open = undefined
    } else if (fence) {
      open = fence
      inBlock = []
    }
  }
  return found
}
