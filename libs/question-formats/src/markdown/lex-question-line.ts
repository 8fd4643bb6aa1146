import { questionWords } from './lex-option-line.ts'

/** The numbering of a question's first line. */
export type NumberStyle = 'heading' | 'dot' | 'paren' | 'bold' | 'label'

export interface QuestionLine {
  style: NumberStyle
  /** For a heading 1 to 6; 7 for other lines, which are below any heading. */
  level: number
  /** Missing for a heading without one. */
  number?: number
  /** The text after the number. */
  text: string
}

const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/
const item = /^ {0,2}(\p{Nd}{1,5})([.)])(?:[ \t]+(.*))?$/u
const emphasis = '(?:\\*\\*|__)'
const separator = '[.):：．、]'
const bold = new RegExp(
  `^ {0,2}${emphasis}(\\p{Nd}{1,5})(?:${emphasis})?${separator}(?:${emphasis})?[ \\t]*(.*)$`,
  'u',
)
const label = new RegExp(
  `^ {0,2}${emphasis}?(?:${questionWords})\\.?[ \\t]*#?(\\p{Nd}{1,5})(?![\\p{Nd}\\p{L}])(?:[ \\t]*\\([^)]{1,40}\\))?` +
    `(?:${emphasis})?[ \\t]*(?:${separator}|[-–—](?=[ \\t])|$)(?:${emphasis})?[ \\t]*(.*)$`,
  'iu',
)
/** In a heading any short word can precede the number, whatever the language: `Câu 12:`, `Вопрос 3.`, `第12题`. */
const prefix = `(?:(?:${questionWords}|\\p{L})\\.?[ \\t]*|[\\p{L}\\p{M}]{1,12}(?:[ \\t]+[\\p{L}\\p{M}]{1,12})?\\.?[ \\t]+)?`
const numberedHeading = new RegExp(
  `^(?:<a[^>]*>[ \\t]*(?:</a>)?[ \\t]*)?${emphasis}?${prefix}#?(?:\\p{Nd}{1,3}\\.){0,3}(\\p{Nd}{1,5})(?:[题題问問번](?=[ \\t]))?` +
    `(?![\\p{Nd}\\p{L}])(?:[ \\t]*(\\([^)]{1,40}\\)))?(?:${emphasis})?[ \\t]*` +
    `(?:\\\\?${separator}+|[-–—](?=[ \\t])|(?<=[题題问問번][ \\t]{1,4})|$)(?:${emphasis})?[ \\t]*(.*)$`,
  'iu',
)

/** Reads the line as a possible start of a question. Only the line is considered; the caller knows the context. */
export function lexQuestionLine(line: string): QuestionLine | undefined {
  const asHeading = heading.exec(line)
  if (asHeading) {
    const text = (asHeading[2] ?? '')
      .trimEnd()
      .replace(/(?:^|[ \t])#+$/, '')
      .trim()
    const level = asHeading[1]?.length ?? 1
    const numbered = numberedHeading.exec(text)
    if (!numbered) return { style: 'heading', level, text }
    const rest = withoutClosingEmphasis(numbered[3] ?? '', text)
    return { style: 'heading', level, number: toNumber(numbered[1]), text: rest || (numbered[2] ?? '') }
  }
  const asItem = item.exec(line)
  if (asItem) {
    const style = asItem[2] === '.' ? 'dot' : 'paren'
    return { style, level: 7, number: toNumber(asItem[1]), text: (asItem[3] ?? '').trim() }
  }
  for (const [style, pattern] of [
    ['bold', bold],
    ['label', label],
  ] as const) {
    const found = pattern.exec(line)
    if (found) {
      return {
        style,
        level: 7,
        number: toNumber(found[1]),
        text: withoutClosingEmphasis(found[2] ?? '', line),
      }
    }
  }
  return undefined
}

/** Removes the end of an emphasis whose start was removed with the number: `**12. Why?**`. */
function withoutClosingEmphasis(rest: string, whole: string): string {
  const text = rest.trim()
  const mark = whole.trim().slice(0, 2)
  const opened = mark === '**' || mark === '__'
  const marks = text.split(mark).length - 1
  if (!opened || marks % 2 === 0) return text
  const last = text.lastIndexOf(mark)
  return (text.slice(0, last) + text.slice(last + 2)).trim()
}

/** Digits of any script, as Arabic and Persian lists use their own. */
function toNumber(digits = ''): number {
  return Number(digits.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))))
}

function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  if (code < 128) return code - 48
  // The ten digits of a script are consecutive; zero is the lowest.
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}
