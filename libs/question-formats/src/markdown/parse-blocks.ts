import { fromMarkdown } from 'mdast-util-from-markdown'

type RootContent = ReturnType<typeof fromMarkdown>['children'][number]
type Positioned = Pick<RootContent, 'position'>

/**
 * A block of a question, as line ranges of its span: text is always taken from the source, never printed again, so
 * that code and markup stay unchanged.
 */
export interface Block {
  kind: 'heading' | 'paragraph' | 'code' | 'list' | 'quote' | 'html' | 'rule'
  /** First and last line, from 0 within the span. */
  from: number
  to: number
  /** The block's lines, without the indentation of their containers. */
  lines: readonly string[]
  /** The number of removed columns of indentation. */
  indent: number
  /** Of a list. */
  items: readonly ListItem[]
  ordered: boolean
  /** The text after the fence. */
  info: string
}

export interface ListItem {
  from: number
  to: number
  blocks: readonly Block[]
}

/**
 * Parses only the block structure: inline content is sliced from the source anyway, and leaving it unparsed avoids
 * the expensive cases (a megabyte of `[` or `*`). Setext headings are off because a rule under the last option would
 * turn all options into a heading; indented code is off because people indent options deeply.
 */
const blocksOnly = {
  disable: {
    null: [
      'attention',
      'autolink',
      'characterEscape',
      'characterReference',
      'codeIndented',
      'codeText',
      'definition',
      'hardBreakEscape',
      'hardBreakTrailing',
      'htmlText',
      'labelEnd',
      'labelStartImage',
      'labelStartLink',
      'setextUnderline',
    ],
  },
}

/** The top-level blocks of a question's source, lists with the blocks of their items. */
export function parseBlocks(source: string): Block[] {
  const lines = source.split('\n')
  return fromMarkdown(source, { extensions: [blocksOnly] }).children.map((node) => toBlock(node, lines, 0))
}

/** The blocks as a reader sees them: also with indented code, and headings with a line below. */
const shownBlocks = {
  disable: {
    null: blocksOnly.disable.null.filter((one) => one !== 'codeIndented' && one !== 'setextUnderline'),
  },
}

/** The positions of the lines in fenced code, wherever they stand, without blocks that are never closed. */
export function linesOfCode(source: string): ReadonlySet<number> {
  const lines = source.split('\n')
  const found = new Set<number>()
  const visit = (node: RootContent | ReturnType<typeof fromMarkdown>) => {
    if (node.type === 'code') {
      const { from, to } = lineRange(node)
      const fence = /`{3,}|~{3,}/.exec(lines[from]?.slice(startColumn(node)) ?? '')?.[0] ?? ''
      if (from < to && fence !== '' && (lines[to] ?? '').trimEnd().endsWith(fence))
        for (let at = from; at <= to; at++) found.add(at)
    } else if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(fromMarkdown(source, { extensions: [shownBlocks] }))
  return found
}

/** Deeper lists stay text: options are never that deep, and recursion is bounded. */
const MAX_DEPTH = 4

function toBlock(node: RootContent, lines: readonly string[], indent: number, depth = 0): Block {
  const { from, to } = lineRange(node)
  const kind = kinds[node.type] ?? 'paragraph'
  const isList = node.type === 'list' && depth < MAX_DEPTH
  return {
    kind: kind === 'list' && !isList ? 'paragraph' : kind,
    from,
    to,
    indent,
    lines: sliceLines(lines, from, to, indent, startColumn(node)),
    items: isList
      ? node.children.map((item) => {
          const first = item.children[0]
          const inner = first ? visibleColumn(first, lines) : indent
          return {
            ...lineRange(item),
            blocks: item.children.map((child) => toBlock(child, lines, inner, depth + 1)),
          }
        })
      : [],
    ordered: node.type === 'list' && node.ordered === true,
    info: node.type === 'code' ? [node.lang, node.meta].filter(Boolean).join(' ') : '',
  }
}

const kinds: Readonly<Partial<Record<RootContent['type'], Block['kind']>>> = {
  heading: 'heading',
  code: 'code',
  list: 'list',
  blockquote: 'quote',
  html: 'html',
  thematicBreak: 'rule',
}

const startColumn = (node: Positioned) => (node.position?.start.column ?? 1) - 1

/** The column of a node's first character, with tabs expanded. */
function visibleColumn(node: Positioned, lines: readonly string[]): number {
  const before = (lines[(node.position?.start.line ?? 1) - 1] ?? '').slice(0, startColumn(node))
  let column = 0
  for (const character of before) column += character === '\t' ? 4 - (column % 4) : 1
  return column
}

function lineRange(node: Positioned): { from: number; to: number } {
  const from = (node.position?.start.line ?? 1) - 1
  return { from, to: (node.position?.end.line ?? from + 1) - 1 }
}

function sliceLines(
  lines: readonly string[],
  from: number,
  to: number,
  indent: number,
  column: number,
): string[] {
  return lines.slice(from, to + 1).map((line, position) => {
    // The first line can follow its container's marker: `- A: text`.
    if (position === 0 && line.slice(0, column).trim() !== '') return line.slice(column)
    return dedent(line, indent)
  })
}

/** Removes up to `columns` columns of indentation; a tab that reaches further is replaced by spaces. */
function dedent(line: string, columns: number): string {
  let column = 0
  let position = 0
  for (; column < columns; position++) {
    if (line[position] === ' ') column++
    else if (line[position] === '\t') column += 4 - (column % 4)
    else break
  }
  return ' '.repeat(Math.max(0, column - columns)) + line.slice(position)
}
