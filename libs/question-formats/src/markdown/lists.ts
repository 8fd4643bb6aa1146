import { lexAnswerLine, lexExplanationLine } from './lex-answer-line.ts'
import { lexMetaLine } from './lex-meta-line.ts'
import { lexOptionLine, lexTrueFalseLine, type OptionLine } from './lex-option-line.ts'
import type { Block, ListItem } from './parse-blocks.ts'

/** The items of a list: plain ones, then the options, and plain ones again. */
export interface OptionList {
  before: readonly ListItem[]
  items: readonly ListItem[]
  options: readonly OptionLine[]
  after: readonly ListItem[]
}

/** Decides whether a line that looks like an option is one of the question's. */
export type OptionTest = (option: OptionLine) => boolean

/**
 * The options of a list, after `begin` earlier ones. Letters count only if the question has a second one, or a single
 * `A. Smith` would be an option.
 */
export function lexOptionList(
  list: Block,
  begin: number,
  hasLetteredOptions: boolean,
  isOption: OptionTest,
): OptionList | undefined {
  const { items } = list
  const firstLines = items.map((item) => item.blocks[0]?.lines[0] ?? '')
  const all = (options: readonly OptionLine[]): OptionList => ({ before: [], items, options, after: [] })
  const lexed = lexItems(firstLines, begin, (option) => {
    const isOwn = option.checked !== undefined || option.id !== undefined || begin > 0 || hasLetteredOptions
    return isOwn && isOption(option)
  })
  const found = lexed.filter((option) => option !== undefined)
  if (found.length === lexed.length) return all(found)
  const trueFalse = firstLines.map(lexTrueFalseLine).filter((option) => option !== undefined)
  if (trueFalse.length === 2 && firstLines.length === 2) return all(trueFalse)
  const boxed = found.filter((option) => option.checked !== undefined)
  // Two boxes are a list of their own: the items around them are text. One alone marks the correct item.
  const isMarkedAlone = found.length === 1 && boxed[0]?.checked === true && lexed.length > 2
  if (isMarkedAlone)
    return all(lexed.map((option, position) => option ?? unboxed(firstLines[position] ?? '')))
  if (found.length === 0 || (found.length < 2 && begin === 0)) return lexMarkedList(firstLines, begin, all)
  const first = lexed.findIndex((option) => option !== undefined)
  const end = lexed.findLastIndex((option) => option !== undefined) + 1
  return {
    before: items.slice(0, first),
    items: items.slice(first, end),
    options: lexed
      .slice(first, end)
      .map((option, position) => option ?? unboxed(firstLines[first + position] ?? '')),
    after: items.slice(end),
  }
}

function lexItems(lines: readonly string[], begin: number, isOption: OptionTest): (OptionLine | undefined)[] {
  let position = begin
  return lines.map((line) => {
    const option = lexOptionLine(line, position)
    if (!option || !isOption(option)) return undefined
    position++
    return option
  })
}

/** An item without a box between others with boxes. */
function unboxed(line: string): OptionLine {
  const { marked = false, text = line.trim() } = lexOptionLine(`[ ] ${line}`, 0) ?? {}
  return { marked, text, rawText: text }
}

/** Some items of a list as a list of their own. */
export const partOfList = (list: Block, items: readonly ListItem[]): Block => {
  const [from, to] = [items[0]?.from ?? list.from, items.at(-1)?.to ?? list.to]
  return { ...list, from, to, items, lines: list.lines.slice(from - list.from, to - list.from + 1) }
}

/** A plain list with an item that is marked as correct: `- Paris [correct]`. */
function lexMarkedList(
  firstLines: readonly string[],
  begin: number,
  all: (options: readonly OptionLine[]) => OptionList,
): OptionList | undefined {
  const plain = firstLines.map((line) => lexOptionLine(`[ ] ${line}`, begin))
  const read = plain.filter((option) => option !== undefined)
  if (read.length !== plain.length || read.length < 2 || !read.some((option) => option.marked))
    return undefined
  return all(read.map(({ marked, text, rawText }) => ({ marked, text, rawText })))
}

/** An item with metadata only. */
export function isMetaItem(item: ListItem): boolean {
  const [first, ...rest] = item.blocks
  return rest.length === 0 && first?.lines.length === 1 && lexMetaLine(first.lines[0] ?? '') !== undefined
}

/**
 * In Markdown, a line directly below a list is part of its last item, whatever its indentation. An answer or
 * explanation there belongs to the question.
 */
export function splitTrailingLines(block: Block): { list: Block; below?: Block } {
  const at = block.lines.findIndex(
    (line) =>
      /^\S/.test(line) && (lexAnswerLine(line) !== undefined || lexExplanationLine(line) !== undefined),
  )
  const last = block.items.at(-1)
  if (at <= 0 || !last || block.from + at <= last.from) return { list: block }
  const from = block.from + at
  const remaining = last.blocks.map((one) => ({
    ...one,
    lines: one.lines.slice(0, Math.max(0, from - one.from)),
  }))
  const items = [...block.items.slice(0, -1), { ...last, blocks: remaining }]
  const below = {
    kind: 'paragraph' as const,
    items: [],
    ordered: false,
    info: '',
    indent: 0,
    from,
    to: block.to,
    lines: block.lines.slice(at),
  }
  return { list: { ...block, to: from - 1, lines: block.lines.slice(0, at), items }, below }
}

/** The text of a quote, one level deep. */
export function unquote(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/^[ \t]{0,3}> ?/, '')).join('\n')
}
