import type { AnswerLine } from './lex-answer-line.ts'
import { type Meta, mergeMeta } from './lex-meta-line.ts'
import type { OptionLine } from './lex-option-line.ts'
import type { Block } from './parse-blocks.ts'

interface Piece {
  from: number
  to: number
  text: string
  isRule: boolean
}

/** A text collected from lines of the source, not necessarily adjacent ones; blank lines between them are kept. */
export class GatheredText {
  private readonly pieces: Piece[] = []

  /** `from` and `to` are the lines of the text. */
  add(lines: readonly string[], from: number, to = from + lines.length - 1, isRule = false): void {
    this.pieces.push({ from, to, text: lines.join('\n'), isRule })
  }

  /** Removes the text of these lines. */
  remove(from: number, to: number): void {
    const remaining = this.pieces.filter((piece) => piece.to < from || piece.from > to)
    this.pieces.splice(0, this.pieces.length, ...remaining)
  }

  get isEmpty(): boolean {
    return this.pieces.every((piece) => piece.text.trim() === '')
  }

  /** The whole text, without rules and blank lines at its end. `isBlank` tests a line of the source. */
  build(isBlank: (line: number) => boolean): string {
    let text = ''
    let last: Piece | undefined
    const end = this.pieces.findLastIndex((piece) => !piece.isRule && piece.text.trim() !== '')
    for (const piece of this.pieces.slice(0, end + 1)) {
      if (last) text += gap(last, piece, isBlank)
      text += piece.text
      last = piece
    }
    return text.replace(/^(?:[ \t]*\n)+/, '')
  }
}

function gap(last: Piece, next: Piece, isBlank: (line: number) => boolean): string {
  for (let line = last.to + 1; line < next.from; line++) if (!isBlank(line)) return '\n\n'
  return '\n'.repeat(Math.max(1, next.from - last.to))
}

// Tags don't nest here: a line full of `<` must cost no more than any line.
const structuralTag = /<\/?(?:details|summary|p|div|center)\b[^<>]*>/gi

export const withoutWrapper = (html: string): string => html.replace(structuralTag, '')

/** Whether markup is only a wrapper: a part of a details block, or tags whose counterpart is elsewhere. */
export function isWrapper(html: string, insideDetails: boolean): boolean {
  if (/<\/?(?:details|summary)\b/i.test(html)) return true
  const bare = withoutWrapper(html)
  if (bare.trim() === '') return true
  const tags = html.match(structuralTag) ?? []
  const isUnpaired = tags.filter((tag) => tag.startsWith('</')).length * 2 !== tags.length
  return !/<[a-z/!]/i.test(bare) && (insideDetails || isUnpaired)
}

export interface ReadOption extends OptionLine {
  /** The text after the first line. */
  body: GatheredText
  feedback: string
  line: number
}

/** The current part of a question, which decides where unlabeled text belongs. */
type Zone = 'content' | 'options' | 'answer' | 'explanation'

/** The parts of a question found so far, and the current one. */
export class QuestionParts {
  readonly content = new GatheredText()
  /** Content without code, from which the difficulty is guessed. */
  readonly prose: string[] = []
  readonly explanation = new GatheredText()
  readonly options: ReadOption[] = []
  readonly trueFalse: OptionLine[] = []
  readonly answers: (AnswerLine & { line: number })[] = []
  meta: Meta = {}
  /** The last plain list of the content: it has the options if an answer refers to it. */
  plainList: Block | undefined
  /** The lines of a block of code that begins with ```answer. */
  answer: readonly string[] | undefined
  /** The comments of several lines, which are left out. */
  readonly comments: { from: number; to: number }[] = []
  /** Whether an answer is hidden in a details block: then a question without options is open-ended. */
  hasDetails = false
  zone: Zone = 'content'
  /** Unindented text after an option: part of the option if another one follows, else of the explanation. */
  #pending: Block[] = []

  /** Whether the correct option is already known. */
  get isKeyed(): boolean {
    return this.answers.length > 0 || this.options.some((option) => option.checked || option.marked)
  }

  /** Adds an unlabeled text to content or explanation. */
  keep(block: Block): void {
    if (this.zone === 'content') {
      this.content.add(block.lines, block.from, block.to, block.kind === 'rule')
      if (block.kind !== 'code') this.prose.push(...block.lines)
    } else {
      this.explanation.add(block.lines, block.from, block.to, block.kind === 'rule')
    }
  }

  /** The same, but after an option it stays pending until the next block. */
  keepOrPostpone(block: Block): void {
    if (this.zone === 'options') this.#pending.push(block)
    else this.keep(block)
  }

  addOption(option: OptionLine, line: number): ReadOption {
    for (const block of this.#pending) this.options.at(-1)?.body.add(block.lines, block.from, block.to)
    this.#pending = []
    const added = { ...option, body: new GatheredText(), feedback: '', line }
    this.options.push(added)
    this.zone = 'options'
    return added
  }

  addMeta(meta: Meta | undefined): void {
    this.meta = mergeMeta(this.meta, meta ?? {})
  }

  /** The options are over: code after the last one belongs to it if the others have code too. */
  endOptions(): void {
    const [first, ...rest] = this.#pending
    if (!first) return
    const last = this.options.at(-1)
    const others = this.options.slice(0, -1)
    const isOwn =
      first.kind === 'code' &&
      last?.body.isEmpty === true &&
      others.length > 0 &&
      others.every((one) => !one.body.isEmpty)
    if (isOwn) last.body.add(first.lines, first.from, first.to)
    for (const block of isOwn ? rest : this.#pending) {
      this.explanation.add(block.lines, block.from, block.to, block.kind === 'rule')
    }
    this.#pending = []
  }
}
