import { categoryPath } from '../rows/category-path.ts'
import { lossesOf } from '../rows/losses-of.ts'
import { shareOf } from '../rows/weights.ts'
import type { PrintableOption, PrintableQuestion, ReadQuestion } from '../types.ts'
import { escapeGift } from './escapes.ts'
import { readQuestion } from './read-question.ts'
import { scanBlocks } from './scan-blocks.ts'

/** A question in GIFT. What GIFT has no place for stands in a comment above it, for people to read. */
export function printQuestion(question: PrintableQuestion, _index: number, previous?: PrintableQuestion) {
  const category = `$CATEGORY: ${categoryPath(question)}\n\n`
  const text = [
    ...tagComment(question.tags),
    `::${escapeGift(question.title)}::[markdown]${escapeGift(question.content)}{${printAnswers(question)}}\n`,
  ].join('\n')
  const losses = lossesOf(question, readBack(category + text))
  const isSameCategory = previous !== undefined && categoryPath(previous) === categoryPath(question)
  // In square brackets it could be taken for a tag.
  const comments = losses.map((loss) => `// ${loss.replaceAll('[', '(').replaceAll(']', ')')}\n`).join('')
  return { text: (isSameCategory ? '' : category) + comments + text, losses }
}

function readBack(text: string): ReadQuestion | undefined {
  const blocks = [...scanBlocks(text)].filter((block) => block !== undefined)
  const [only] = blocks
  return only && blocks.length === 1 ? readQuestion(only, 0, {}) : undefined
}

function tagComment(tags: readonly string[]): string[] {
  if (tags.length === 0) return []
  return [`// ${tags.map((tag) => `[tag:${tag.replace(/[\\\]]/g, (mark) => `\\${mark}`)}]`).join(' ')}`]
}

function printAnswers(question: PrintableQuestion): string {
  const general = question.explanation === '' ? [] : [`####${printText(question.explanation)}`]
  const truth = printTruth(question)
  if (truth !== undefined) return [truth, ...general].join('\n\t')
  const right = question.options.filter((option) => option.isCorrect).length
  const lines = [...question.options.map((option) => printOption(option, right)), ...general]
  return lines.length === 0 ? '' : `\n${lines.map((line) => `\t${line}\n`).join('')}`
}

function printTruth({ type, options }: PrintableQuestion): string | undefined {
  const [first, second] = options
  if (type !== 'true-false' || options.length !== 2 || first?.text !== 'True' || second?.text !== 'False') {
    return undefined
  }
  const [right, wrong] = first.isCorrect ? [first, second] : [second, first]
  const said = [wrong.feedback ?? '', right.feedback ?? ''].map((text) => `#${printText(text)}`)
  const isSaid = wrong.feedback || right.feedback
  return `${first.isCorrect ? 'TRUE' : 'FALSE'}${isSaid ? said.join('') : ''}`
}

function printOption({ text, isCorrect, feedback }: PrintableOption, right: number): string {
  const mark = right === 1 ? (isCorrect ? '=' : '~') : `~%${isCorrect ? shareOf(right) : '-100'}%`
  return `${mark}${printText(text)}${feedback ? `#${printText(feedback)}` : ''}`
}

/** What begins like a format, a weight or with space needs the format's name before it. */
const printText = (text: string) => (/^[\s[%]/.test(text) ? '[markdown]' : '') + escapeGift(text)
