import { createHash } from 'node:crypto'
import { foldText } from './fold-text.ts'

/**
 * SHA-256 of what makes two questions duplicates of each other: title, content and option texts, folded. The order of
 * the options doesn't count: shuffled, it is still the same question.
 */
export function contentHash(question: {
  title: string
  content: string
  options: readonly { text: string }[]
}): Buffer {
  const options = question.options.map((option) => foldText(option.text)).sort()
  const folded = JSON.stringify([foldText(question.title), foldText(question.content), options])
  return createHash('sha256').update(folded).digest()
}
