import { fromParse5 } from 'hast-util-from-parse5'
import { toMdast } from 'hast-util-to-mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'

/** Longer texts exceed the limit of a question in Markdown too, so they stay unchanged. */
const HTML_LENGTH = 64 * 1024

/** Elements with a meaning that Markdown can't express. */
const lost = new Set(
  'audio button canvas embed iframe input map math meter object script select svg textarea video'.split(' '),
)

/** Converts HTML to Markdown. Losses are added to `notes`. Nothing in the HTML is executed or loaded. */
export function htmlToMarkdown(html: string, notes: Set<string>): string {
  if (html.length > HTML_LENGTH) return html
  const tree = parseHtml(html)
  if ('refused' in tree) {
    notes.add(`${tree.refused} is kept as it is`)
    return html
  }
  noteLosses(tree, notes)
  dropSpans(tree)
  raiseText(tree)
  const markdown = toMarkdown(toMdast(tree), {
    bullet: '-',
    fence: '`',
    fences: true,
    listItemIndent: 'one',
    rule: '-',
    extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), gfmStrikethroughToMarkdown()],
  })
  return markdown.trimEnd()
}

function noteLosses(node: HtmlTree, notes: Set<string>): void {
  if (node.type === 'element') {
    if (lost.has(node.tagName)) notes.add(`HTML <${node.tagName}> is not kept`)
    if (String(node.properties.src ?? '').includes('@@PLUGINFILE@@')) notes.add(EMBEDDED)
  }
  if ('children' in node) for (const child of node.children) noteLosses(child, notes)
}

/** Markdown has no spanning cells, and the converter would create each spanned cell, however many there are. */
function dropSpans(node: HtmlTree): void {
  if (node.type === 'element') {
    delete node.properties.colSpan
    delete node.properties.rowSpan
  }
  if ('children' in node) for (const child of node.children) dropSpans(child)
}

const raised: Readonly<Record<string, { from: string; to: string; mark: string }>> = {
  sup: { from: '0123456789+-=()ni', to: '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ', mark: '^' },
  sub: { from: '0123456789+-=()aeox', to: '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓ', mark: '_' },
}

/** Markdown has no superscripts: `10<sup>3</sup>` becomes `10³`, and what has no such characters `x^(…)`. */
function raiseText(node: HtmlTree): void {
  if (!('children' in node)) return
  for (const [position, child] of node.children.entries()) {
    const style = child.type === 'element' ? raised[child.tagName] : undefined
    if (style === undefined) raiseText(child)
    else node.children[position] = { type: 'text', value: raise(plainText(child).trim(), style) }
  }
}

function raise(text: string, { from, to, mark }: { from: string; to: string; mark: string }): string {
  const characters = [...text.replaceAll('\u2212', '-')].map((one) => [...to][from.indexOf(one)])
  if (characters.every((one) => one !== undefined)) return characters.join('')
  return /^[\p{L}\p{N}]$/u.test(text) ? mark + text : `${mark}(${text})`
}

const plainText = (node: HtmlTree): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(plainText).join('') : ''

export const EMBEDDED = 'Embedded files are not imported'

type HtmlTree = ReturnType<typeof fromParse5>

/** The maximum depth of elements. The converter is recursive. */
const DEPTH = 64
/** The maximum number of nodes: highlighted code has one per token. The converter takes quadratic time. */
const NODES = 5_000
/**
 * The maximum run of comments, white space and inline elements without text: the converter scans past all others for
 * each.
 */
const UNSEEN = 50
/** The maximum number of cells of a table with all rows filled up. */
const CELLS = 5_000

class TooMuch extends Error {}

/**
 * The tree of an HTML fragment, or the limit that it exceeds. Counted while parsing, since only the parser knows
 * where elements end: tags in attributes and comments, SVG, formatting that continues in the next paragraph.
 */
function parseHtml(html: string): HtmlTree | { refused: string } {
  let depth = 0
  let nodes = 0
  const count = () => {
    if (++nodes > NODES) throw new TooMuch('HTML with too many elements')
  }
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...given) {
      count()
      return defaultTreeAdapter.createElement(...given)
    },
    createCommentNode(data) {
      count()
      return defaultTreeAdapter.createCommentNode(data)
    },
    onItemPush() {
      if (++depth > DEPTH) throw new TooMuch('HTML that is nested too deeply')
    },
    onItemPop() {
      depth--
    },
  }
  try {
    const tree = parseFragment<DefaultTreeAdapterTypes.DefaultTreeAdapterMap>(html, {
      treeAdapter,
      scriptingEnabled: false,
    })
    const parsed = fromParse5(tree)
    if (longestUnseen(parsed) > UNSEEN) return { refused: 'HTML with too many empty elements' }
    return hasWideTable(parsed) ? { refused: 'HTML with too large a table' } : parsed
  } catch (error) {
    if (error instanceof TooMuch) return { refused: error.message }
    throw error
  }
}

const breaks = new Set(
  'blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr img input li ol p pre table tbody td th thead tr ul'.split(
    ' ',
  ),
)

/** The length of the longest run of invisible nodes, in document order. */
function longestUnseen(tree: HtmlTree): number {
  let run = 0
  let longest = 0
  const visit = (node: HtmlTree) => {
    const isSeen = node.type === 'text' ? node.value.trim() !== '' : isBreak(node)
    run = isSeen ? 0 : run + 1
    longest = Math.max(longest, run)
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(tree)
  return longest
}

const isBreak = (node: HtmlTree) => node.type === 'element' && breaks.has(node.tagName)

/** In Markdown each row has as many cells as the longest. */
function hasWideTable(node: HtmlTree): boolean {
  if (!('children' in node)) return false
  if (node.type === 'element' && node.tagName === 'table') {
    const { rows, columns } = sizeOf(node)
    if (rows * columns > CELLS) return true
  }
  return node.children.some((child) => hasWideTable(child))
}

function sizeOf(node: HtmlTree): { rows: number; columns: number } {
  const size = { rows: 0, columns: 0 }
  if (!('children' in node)) return size
  let cells = 0
  for (const child of node.children) {
    if (child.type === 'element' && (child.tagName === 'td' || child.tagName === 'th')) cells++
    const inner = sizeOf(child)
    size.rows += inner.rows
    size.columns = Math.max(size.columns, inner.columns)
  }
  if (node.type === 'element' && node.tagName === 'tr') size.rows++
  size.columns = Math.max(size.columns, cells)
  return size
}
