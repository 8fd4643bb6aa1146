import { GatheredText } from './gathered-text.ts'
import {
  type AnswerLine,
  lexAnswerByPlace,
  lexAnswerLine,
  lexExplanationLine,
  readAnswer,
} from './lex-answer-line.ts'
import { lexMetaLine, type Meta } from './lex-meta-line.ts'
import { lexOptionLine, lexTrueFalseLine, type OptionLine, splitInlineOptions } from './lex-option-line.ts'
import { isMetaItem, lexOptionList, splitBelow, unquote } from './lists.ts'
import type { Block, ListItem } from './parse-blocks.ts'
import { optionsWords } from './words.ts'

export interface ReadOption extends OptionLine {
  /** What follows the first line. */
  body: GatheredText
  feedback: string
  line: number
}

/** Where in a question we are: what an unmarked text belongs to follows from it. */
type Zone = 'content' | 'options' | 'answer' | 'explanation'

const optionsHeading = new RegExp(`^[#*_\\s]{0,12}(?:${optionsWords})[*_]{0,2}\\s*[:：]?[*_]{0,2}$`, 'i')
const structuralTag = /<\/?(?:details|summary|p|div|center)\b[^>]*>/gi
/** A link to another part of the page, alone on its line: `**[Back to top](#top)**`. */
const backToTop = /^[*_\s]{0,6}\[[^\]]{1,100}\]\(#[^)]{0,100}\)[*_\s]{0,6}$/
const answerMark = /^[ \t]*(?:#{1,6}[ \t]|\*\*|__)/

/**
 * Reads the blocks of one question in order. A line says by its form what it is (option, answer, metadata);
 * a text without such a form belongs to content before the options and to the explanation after them.
 */
export class QuestionReader {
  readonly content = new GatheredText()
  /** Content without code: what the difficulty is guessed from. */
  readonly prose: string[] = []
  readonly explanation = new GatheredText()
  readonly options: ReadOption[] = []
  readonly trueFalse: OptionLine[] = []
  readonly answers: (AnswerLine & { line: number })[] = []
  readonly meta: Meta = {}
  /** The last plain list of the content: the options after all, if an answer points into it. */
  plainList: Block | undefined
  private zone: Zone = 'content'
  private insideDetails = false
  /** Whether an answer is hidden in a details block: then a question without options is meant to be one. */
  hasDetails = false
  /** What follows an option unindented: a part of it if another option follows, else of the explanation. */
  private pending: Block[] = []
  private readonly hasLetteredOptions: boolean

  constructor(lines: readonly string[]) {
    this.hasLetteredOptions =
      lines.some((line) => lexOptionLine(line, 1)?.label !== undefined) ||
      lines.some((line) => splitInlineOptions(line).length > 1)
  }

  readAll(blocks: readonly Block[]): void {
    for (const block of blocks) this.readBlock(block)
    this.settlePending()
  }

  readBlock(block: Block): void {
    if (block.kind === 'paragraph' || block.kind === 'heading') this.readLines(block)
    else if (block.kind === 'list') this.readList(block)
    else if (block.kind === 'html') this.readHtml(block)
    else if (this.zone === 'options') this.pending.push(block)
    else this.keep(block)
  }

  private keep(block: Block): void {
    if (this.zone === 'content') {
      this.content.add(block.lines, block.from, block.to, block.kind === 'rule')
      if (block.kind !== 'code') this.prose.push(...block.lines)
    } else {
      this.explanation.add(block.lines, block.from, block.to, block.kind === 'rule')
    }
  }

  private readLines(block: Block): void {
    const lines = block.kind === 'heading' ? block.lines.slice(0, 1) : block.lines
    if (this.zone === 'explanation' && this.isKeyed) {
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
      else if (this.zone === 'options') {
        // One block of its own, so that it can still become a part of the last option.
        this.pending.push({ ...block, from: at, lines: block.lines.slice(offset) })
        return
      } else {
        if (this.zone === 'answer') this.zone = 'explanation'
        this.keep({ ...block, from: at, to: at, lines: [line] })
      }
    }
  }

  /** In the explanation only lines at a block's end, or whole blocks, can still be metadata. */
  private readExplanationBlock(block: Block): void {
    let end = block.lines.length
    while (end > 0 && lexMetaLine(block.lines[end - 1] ?? '')) end--
    for (const line of block.lines.slice(end)) this.addMeta(lexMetaLine(line))
    const first = end > 0 && this.explanation.isEmpty ? lexExplanationLine(block.lines[0] ?? '') : undefined
    const lines = block.lines.slice(0, end)
    if (lines.length === 1 && backToTop.test(lines[0] ?? '')) return
    if (first !== undefined) lines[0] = first
    if (end > 0) this.explanation.add(lines, block.from)
  }

  /** Answer, explanation label and metadata lines; false for all others. */
  private readMarkedLine(line: string, at: number): boolean {
    if (line.length > 20_000) return false
    const waiting = this.answers.at(-1)
    if (this.zone === 'answer' && waiting && waiting.labels.length === 0 && waiting.text === '') {
      Object.assign(waiting, readAnswer(line))
      return true
    }
    const answer = this.isKeyed && this.zone === 'explanation' ? undefined : this.lexAnswer(line)
    if (answer) {
      this.settlePending()
      if (
        answer.text === '' &&
        answer.labels.length === 0 &&
        this.options.length === 0 &&
        !this.insideDetails
      ) {
        // `Answers:` above the options only announces them.
        if (/s\W*$/.test(line)) return true
      }
      this.answers.push({ ...answer, line: at })
      this.zone = 'answer'
      return true
    }
    const explanation = lexExplanationLine(line)
    if (explanation !== undefined) {
      this.settlePending()
      this.zone = 'explanation'
      if (explanation !== '') this.explanation.add([explanation], at)
      return true
    }
    if (optionsHeading.test(line)) return true
    const meta = lexMetaLine(line.replace(/^#{1,6}[ \t]+(?=\S)/, ''))
    if (meta) this.addMeta(meta)
    return meta !== undefined
  }

  private lexAnswer(line: string): AnswerLine | undefined {
    const known = lexAnswerLine(line)
    if (known) return known
    if (this.options.length < 2 || this.isKeyed) return undefined
    if (!this.insideDetails && !answerMark.test(line)) return undefined
    if (!this.insideDetails && !/[:：]/.test(line)) return undefined
    const byPlace = lexAnswerByPlace(line)
    const isKnown = (label: string) => this.options.some((option) => option.label === label)
    return byPlace?.labels.every(isKnown) ? byPlace : undefined
  }

  /** Whether the right option is known already. */
  private get isKeyed(): boolean {
    return this.answers.length > 0 || this.options.some((option) => option.checked || option.marked)
  }

  private readOptionLines(line: string, at: number): ReadOption | undefined {
    if (this.options.length > 0 && this.zone !== 'options') return undefined
    let last: ReadOption | undefined
    for (const part of splitInlineOptions(line)) {
      const option = lexOptionLine(part, this.options.length)
      if (option && (option.label === undefined || this.hasLetteredOptions)) last = this.addOption(option, at)
      else {
        const answer = lexTrueFalseLine(part)
        if (answer && this.options.length === 0) this.trueFalse.push(answer)
        if (answer) return { ...answer, body: new GatheredText(), feedback: '', line: at }
      }
    }
    return last
  }

  private addOption(option: OptionLine, line: number): ReadOption {
    for (const block of this.pending) this.options.at(-1)?.body.add(block.lines, block.from, block.to)
    this.pending = []
    const added = { ...option, body: new GatheredText(), feedback: '', line }
    this.options.push(added)
    this.zone = 'options'
    return added
  }

  private readList(block: Block): void {
    if (block.items.length > 0 && block.items.every(isMetaItem)) {
      for (const item of block.items) this.addMeta(lexMetaLine(item.blocks[0]?.lines[0] ?? ''))
      return
    }
    const mayHaveOptions = this.zone === 'content' || this.zone === 'options' || this.options.length === 0
    const options = mayHaveOptions
      ? lexOptionList(block, this.options.length, this.hasLetteredOptions)
      : undefined
    if (options) {
      for (const [position, item] of block.items.entries()) {
        const option = options[position]
        if (option) this.readOptionItem(option, item)
      }
    } else if (this.zone === 'options') this.pending.push(block)
    else this.readPlainList(block)
  }

  private readPlainList(block: Block): void {
    const { list, below } = splitBelow(block)
    if (this.zone === 'content') this.plainList = list
    if (this.zone === 'answer') this.zone = 'explanation'
    this.keep(list)
    if (below) this.readLines(below)
  }

  private readOptionItem(line: OptionLine, item: ListItem): void {
    const option = this.addOption(line, item.from)
    const [first, ...rest] = item.blocks
    let outside = false
    for (const [offset, text] of (first?.lines ?? []).entries()) {
      if (offset === 0) continue
      const at = item.from + offset
      // A line without indentation right below the list: Markdown calls it a part of the last option.
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
    if (/^\s*<!--.*-->\s*$/s.test(whole)) return
    if (!this.isWrapper(whole)) {
      if (this.zone === 'options') this.pending.push(block)
      else this.keep(block)
      return
    }
    for (const [offset, line] of block.lines.entries()) this.readHtmlLine(line, block.from + offset)
  }

  /** Whether the markup only wraps what is in it: a part of a details block, or tags whose pair is elsewhere. */
  private isWrapper(html: string): boolean {
    if (/<\/?(?:details|summary)\b/i.test(html)) return true
    const bare = html.replace(structuralTag, '')
    if (bare.trim() === '') return true
    const tags = html.match(structuralTag) ?? []
    const isUnpaired = tags.filter((tag) => tag.startsWith('</')).length * 2 !== tags.length
    return !/<[a-z/!]/i.test(bare) && (this.insideDetails || isUnpaired)
  }

  private readHtmlLine(line: string, at: number): void {
    if (/<details/i.test(line)) {
      this.settlePending()
      this.insideDetails = true
      this.hasDetails = true
      if (this.zone !== 'explanation') this.zone = 'answer'
    }
    const summary = /<summary[^>]*>(.*?)<\/summary>/i.exec(line)
    const answer = lexAnswerLine((summary?.[1] ?? '').replace(/<[^>]*>/g, ''))
    if (answer && (answer.labels.length > 0 || answer.text !== '')) this.answers.push({ ...answer, line: at })
    const rest = line.replace(summary?.[0] ?? '', '').replace(structuralTag, '')
    if (rest.trim() !== '') this.readLines({ ...plainBlock, from: at, to: at, lines: [rest] })
    if (/<\/details/i.test(line)) {
      this.insideDetails = false
      if (this.zone === 'answer') this.zone = 'explanation'
    }
  }

  private addMeta(meta: Meta | undefined): void {
    const tags = [...(this.meta.tags ?? []), ...(meta?.tags ?? [])]
    Object.assign(this.meta, meta)
    if (tags.length > 0) this.meta.tags = tags
  }

  /** The options are over: code that follows the last one is still its own if the others have code too. */
  private settlePending(): void {
    const [first, ...rest] = this.pending
    if (!first) return
    const last = this.options.at(-1)
    const others = this.options.slice(0, -1)
    const isOwn =
      first.kind === 'code' &&
      last?.body.isEmpty === true &&
      others.length > 0 &&
      others.every((one) => !one.body.isEmpty)
    if (isOwn) last.body.add(first.lines, first.from, first.to)
    for (const block of isOwn ? rest : this.pending) {
      this.explanation.add(block.lines, block.from, block.to, block.kind === 'rule')
    }
    this.pending = []
  }
}

const plainBlock = { kind: 'paragraph', items: [], ordered: false, info: '', indent: 0 } as const
