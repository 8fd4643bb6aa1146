import { scanLines } from './scan-lines.ts'

/**
 * Gives code that begins on an option's own line (`- [x] ```js`) a line of its own. Markdown takes that line for
 * text, and the fence at the code's end for the beginning of another one.
 */
export function codeOnLinesOfItsOwn(question: string): string {
  if (!mayHoldSuch.test(question)) return question
  const lines = Array.from(scanLines(question))
  return lines
    .map(({ text, codeAt, number }) => {
      if (codeAt === undefined) return text
      const code = lines.slice(number + 1).find((line) => line.text.trim() !== '')?.text ?? ''
      const inner = /^[ \t]*(?:[-*+][ \t]+)?/.exec(text)?.[0].length ?? 0
      const indent = /^[ \t]*/.exec(code)?.[0].slice(0, inner) ?? ''
      return `${text.slice(0, codeAt).trimEnd()}\n${indent}${text.slice(codeAt)}`
    })
    .join('\n')
}

const mayHoldSuch = /[.:)\]*][ \t]+(?:`{3}|~{3})/
