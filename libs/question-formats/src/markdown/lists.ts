import { lexAnswerLine, lexExplanationLine } from './lex-answer-line.ts'
import { lexMetaLine } from './lex-meta-line.ts'
import { lexOptionLine, lexTrueFalseLine, type OptionLine } from './lex-option-line.ts'
import type { Block, ListItem } from './parse-blocks.ts'

/**
 * The items of a list as options, if all of them are, after `begin` earlier ones. Letters count only if the question
 * has a second one, or a single `A. Smith` would be an option.
 */
export function lexOptionList(
  list: Block,
  begin: number,
  hasLetteredOptions: boolean,
): OptionLine[] | undefined {
  const firstLines = list.items.map((item) => item.blocks[0]?.lines[0] ?? '')
  const lexed = firstLines.map((line, position) => lexOptionLine(line, begin + position))
  const named = lexed.filter((option) => option !== undefined)
  const isOwn = (option: OptionLine) => option.label === undefined || begin > 0 || hasLetteredOptions
  if (named.length === lexed.length && named.every(isOwn)) return named
  const trueFalse = firstLines.map(lexTrueFalseLine).filter((option) => option !== undefined)
  if (trueFalse.length === 2 && firstLines.length === 2) return trueFalse
  return lexMarkedList(firstLines, begin)
}

/** A plain list with an item that is marked as correct: `- Paris [correct]`. */
function lexMarkedList(firstLines: readonly string[], begin: number): OptionLine[] | undefined {
  const plain = firstLines.map((line) => lexOptionLine(`[ ] ${line}`, begin))
  const all = plain.filter((option) => option !== undefined)
  if (all.length !== plain.length || all.length < 2 || !all.some((option) => option.marked)) return undefined
  return all.map(({ marked, text, rawText }) => ({ marked, text, rawText }))
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
