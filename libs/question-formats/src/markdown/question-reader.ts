import {
  type AnswerLine,
  announcesAnswer,
  lexAnswerByPosition,
  lexAnswerLine,
  lexBareAnswer,
  lexExplanationLine,
  readAnswer,
} from './lex-answer-line.ts'
import { lexMetaLine } from './lex-meta-line.ts'
import {
  lexOptionLine,
  lexTrueFalseLine,
  type OptionLine,
  optionsWords,
  splitInlineOptions,
} from './lex-option-line.ts'
import {
  isMetaItem,
  lexOptionList,
  type OptionTest,
  partOfList,
  splitTrailingLines,
  unquote,
} from './lists.ts'
import { optionTest } from './option-test.ts'
import type { Block, ListItem } from './parse-blocks.ts'
import { GatheredText, isWrapper, QuestionParts, type ReadOption, withoutWrapper } from './question-parts.ts'

/** The info string of a block with the key of a matching, short-answer or numeric question. */
const ANSWER_BLOCK = 'answer'

const optionsHeading = new RegExp(`^[#*_\\s]{0,12}(?:${optionsWords})[*_]{0,2}\\s*[:：]?[*_]{0,2}$`, 'i')
/** A link to another part of the page, alone on its line: `**[Back to top](#top)**`. */
const backToTop = /^[*_\s]{0,6}\[[^\]]{1,100}\]\(#[^)]{0,100}\)[*_\s]{0,6}$/
const summaryElement = /<summary[^<>]*>((?:(?!<summary).)*?)<\/summary>/i
const answerMark = /^[ \t]*(?:#{1,6}[ \t]|\*\*|__)/

/**
 * Reads the blocks of one question in order. A line's form decides what it is (option, answer, metadata); a text
 * without such a form belongs to the content before the options and to the explanation after them.
 */
export class QuestionReader {
  private readonly parts = new QuestionParts()
  private insideDetails = false
  /** The next line is the first in details that announce the answer. */
  private expectsAnswer = false
  private readonly hasLetteredOptions: boolean
  private readonly isOption: OptionTest
  private readonly mayHaveAnswer: boolean

  /**
   * @param lines all of the question
   * @param mayHaveAnswer whether a block with its key is no part of its text
   */
  constructor(lines: readonly string[], mayHaveAnswer: boolean) {
    this.mayHaveAnswer = mayHaveAnswer
    this.isOption = optionTest(lines)
    this.hasLetteredOptions =
      lines.some((line) => lexOptionLine(line, 1)?.label !== undefined) ||
      lines.some((line) => splitInlineOptions(line).length > 1)
  }

  read(blocks: readonly Block[]): QuestionParts {
    for (const block of blocks) {
      this.readBlock(block)
      if (block.kind !== 'html') this.expectsAnswer = false
    }
    this.parts.endOptions()
    return this.parts
  }

  private readBlock(block: Block): void {
    if (block.kind === 'paragraph' || block.kind === 'heading') this.readLines(block)
    else if (block.kind === 'list') this.readList(block)
    else if (block.kind === 'html') this.readHtml(block)
    else if (block.kind === 'code' && this.mayHaveAnswer && block.info === ANSWER_BLOCK)
      this.parts.answer = block.lines.slice(1, -1)
    else if (block.kind === 'quote' && this.isQuotedAnswer(block)) this.readLines(unquoted(block))
    else this.parts.keepOrPostpone(block)
  }

  /** `> **Answer:** B` below the options. */
  private isQuotedAnswer(block: Block): boolean {
    if (this.parts.options.length < 2 || this.parts.isKeyed) return false
    return lexAnswerLine(unquote(block.lines.slice(0, 1))) !== undefined
  }

  private readLines(block: Block): void {
    const lines = block.kind === 'heading' ? block.lines.slice(0, 1) : block.lines
    if (this.parts.zone === 'explanation' && this.parts.isKeyed) {
      this.readExplanationBlock(block)
      return
    }
    let continues: ReadOption | undefined
    for (const [offset, line] of lines.entries()) {
      const at = block.from + offset
      if (backToTop.test(line)) continue
      if (this.readMarkedLine(line, at)) {
        continues = undefined
        continue
      }
      const found = this.readOptionLines(line, at)
      if (found) continues = found
      else if (continues) continues.body.add([line], at)
      else if (this.parts.zone === 'options') {
        // A separate block, so that it can still become part of the last option.
        this.parts.keepOrPostpone({ ...block, from: at, lines: block.lines.slice(offset) })
        return
      } else {
        if (this.parts.zone === 'answer') this.parts.zone = 'explanation'
        this.parts.keep({ ...block, from: at, to: at, lines: [line] })
      }
    }
  }

  /** In the explanation only lines at a block's end, or whole blocks, can still be metadata. */
  private readExplanationBlock(block: Block): void {
    let end = block.lines.length
    while (end > 0 && lexMetaLine(block.lines[end - 1] ?? '')) end--
    for (const line of block.lines.slice(end)) this.parts.addMeta(lexMetaLine(line))
    const first =
      end > 0 && this.parts.explanation.isEmpty ? lexExplanationLine(block.lines[0] ?? '') : undefined
    const lines = block.lines.slice(0, end)
    if (lines.length === 1 && backToTop.test(lines[0] ?? '')) return
    if (first !== undefined) lines[0] = first
    if (end > 0) this.parts.explanation.add(lines, block.from)
  }

  /** Answer, explanation label and metadata lines; false for all others. */
  private readMarkedLine(line: string, at: number): boolean {
    if (line.length > 20_000) return false
    const waiting = this.parts.answers.at(-1)
    if (this.parts.zone === 'answer' && waiting && waiting.labels.length === 0 && waiting.text === '') {
      Object.assign(waiting, readAnswer(line))
      return true
    }
    const answer = this.parts.isKeyed && this.parts.zone === 'explanation' ? undefined : this.lexAnswer(line)
    if (line.trim() !== '') this.expectsAnswer = false
    if (answer) {
      this.parts.endOptions()
      if (
        answer.text === '' &&
        answer.labels.length === 0 &&
        this.parts.options.length === 0 &&
        !this.insideDetails
      ) {
        // `Answers:` above the options only announces them.
        if (/s\W*$/.test(line)) return true
      }
      this.parts.answers.push({ ...answer, line: at })
      this.parts.zone = 'answer'
      return true
    }
    const explanation = lexExplanationLine(line)
    if (explanation !== undefined) {
      this.parts.endOptions()
      this.parts.zone = 'explanation'
      if (explanation !== '') this.parts.explanation.add([explanation], at)
      return true
    }
    if (optionsHeading.test(line)) return true
    const meta = lexMetaLine(line.replace(/^#{1,6}[ \t]+(?=\S)/, ''))
    if (meta) this.parts.addMeta(meta)
    return meta !== undefined
  }

  private lexAnswer(line: string): AnswerLine | undefined {
    const known = lexAnswerLine(line)
    if (known) return known
    if (this.parts.options.length < 2 || this.parts.isKeyed) return undefined
    if (!this.insideDetails && !answerMark.test(line)) return undefined
    if (!this.insideDetails && !/[:：]/.test(line)) return undefined
    const byPlace = this.expectsAnswer ? lexBareAnswer(line) : lexAnswerByPosition(line)
    const isKnown = (label: string) => this.parts.options.some((option) => option.label === label)
    return byPlace?.labels.every(isKnown) ? byPlace : undefined
  }

  private readOptionLines(line: string, at: number): ReadOption | undefined {
    if (this.parts.options.length > 0 && this.parts.zone !== 'options') return undefined
    const parts = splitInlineOptions(line)
    const read = parts.map((part, position) => this.lexOption(part, position))
    // Several on one line are options only together.
    const options = read.includes(undefined) ? [this.lexOption(line, 0)] : read
    let last: ReadOption | undefined
    for (const [position, option] of options.entries()) {
      if (option) last = this.parts.addOption(option, at)
      else {
        const answer = lexTrueFalseLine(options.length === 1 ? line : (parts[position] ?? ''))
        if (answer && this.parts.options.length === 0) this.parts.trueFalse.push(answer)
        if (answer) return { ...answer, body: new GatheredText(), feedback: '', line: at }
      }
    }
    return last
  }

  private lexOption(line: string, position: number): OptionLine | undefined {
    const option = lexOptionLine(line, this.parts.options.length + position)
    const isOwn = option && (option.label === undefined || this.hasLetteredOptions) && this.isOption(option)
    return isOwn ? option : undefined
  }

  private readList(block: Block): void {
    if (block.items.length > 0 && block.items.every(isMetaItem)) {
      for (const item of block.items) this.parts.addMeta(lexMetaLine(item.blocks[0]?.lines[0] ?? ''))
      return
    }
    const mayHaveOptions =
      this.parts.zone === 'content' || this.parts.zone === 'options' || this.parts.options.length === 0
    const found = mayHaveOptions
      ? lexOptionList(block, this.parts.options.length, this.hasLetteredOptions, this.isOption)
      : undefined
    if (!found) {
      this.readOtherItems(block)
      return
    }
    if (found.before.length > 0) this.readOtherItems(partOfList(block, found.before))
    for (const [position, item] of found.items.entries()) {
      const option = found.options[position]
      if (option) this.readOptionItem(option, item)
    }
    if (found.after.length > 0) this.readOtherItems(partOfList(block, found.after))
  }

  private readOtherItems(list: Block): void {
    if (this.parts.zone === 'options') this.parts.keepOrPostpone(list)
    else this.readPlainList(list)
  }

  private readPlainList(block: Block): void {
    const { list, below } = splitTrailingLines(block)
    if (this.parts.zone === 'content') this.parts.plainList = list
    if (this.parts.zone === 'answer') this.parts.zone = 'explanation'
    this.parts.keep(list)
    if (below) this.readLines(below)
  }

  private readOptionItem(line: OptionLine, item: ListItem): void {
    const option = this.parts.addOption(line, item.from)
    const [first, ...rest] = item.blocks
    let outside = false
    for (const [offset, text] of (first?.lines ?? []).entries()) {
      if (offset === 0) continue
      const at = item.from + offset
      // An unindented line directly below the list: in Markdown it is part of the last option.
      if (outside || this.readMarkedLine(text, at)) {
        if (outside) this.readLines({ ...plainBlock, from: at, to: at, lines: [text] })
        outside = true
      } else option.body.add([text], at)
    }
    for (const [position, block] of rest.entries()) {
      const isLast = position === rest.length - 1
      if (block.kind === 'quote' && isLast) option.feedback = unquote(block.lines)
      else if (outside || this.belongsOutside(block)) this.readBlock(block)
      else option.body.add(block.lines, block.from, block.to)
    }
  }

  private belongsOutside(block: Block): boolean {
    const line = block.lines[0] ?? ''
    if (block.kind === 'html') return /<details/i.test(line)
    if (block.kind !== 'paragraph' && block.kind !== 'heading') return false
    return lexAnswerLine(line) !== undefined || lexExplanationLine(line) !== undefined
  }

  private readHtml(block: Block): void {
    const whole = block.lines.join('\n')
    if (/^\s*<!--.*-->\s*$/s.test(whole)) {
      if (block.to > block.from) this.parts.comments.push(block)
      return
    }
    if (!isWrapper(whole, this.insideDetails)) {
      this.parts.keepOrPostpone(block)
      return
    }
    for (const [offset, line] of block.lines.entries()) this.readHtmlLine(line, block.from + offset)
  }

  private readHtmlLine(line: string, at: number): void {
    if (/<details/i.test(line)) {
      this.parts.endOptions()
      this.insideDetails = true
      this.parts.hasDetails = true
      if (this.parts.zone !== 'explanation') this.parts.zone = 'answer'
    }
    const summary = summaryElement.exec(line)
    const promise = (summary?.[1] ?? '').replace(/<[^<>]*>/g, '')
    const answer = lexAnswerLine(promise)
    if (announcesAnswer(promise)) this.expectsAnswer = this.insideDetails
    if (answer && (answer.labels.length > 0 || answer.text !== ''))
      this.parts.answers.push({ ...answer, line: at })
    const rest = withoutWrapper(line.replace(summary?.[0] ?? '', ''))
    if (rest.trim() !== '') this.readLines({ ...plainBlock, from: at, to: at, lines: [rest] })
    if (/<\/details/i.test(line)) {
      this.insideDetails = false
      this.expectsAnswer = false
      if (this.parts.zone === 'answer') this.parts.zone = 'explanation'
    }
  }
}

const unquoted = (block: Block): Block => ({
  ...block,
  kind: 'paragraph',
  lines: unquote(block.lines).split('\n'),
})

const plainBlock = { kind: 'paragraph', items: [], ordered: false, info: '', indent: 0 } as const
