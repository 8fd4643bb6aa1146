import { fromParse5 } from 'hast-util-from-parse5'
import { toMdast } from 'hast-util-to-mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment } from 'parse5'

/** Longer ones are beyond what a question may hold as Markdown too, so they are left as they are. */
const HTML_LENGTH = 64 * 1024

/** Elements that mean something and that Markdown has no words for. */
const lost = new Set(
  'audio button canvas embed iframe input map math meter object script select sub sup svg textarea video'.split(
    ' ',
  ),
)

/** HTML as Markdown. What Markdown can't say is told in `notes`. Nothing in the HTML is run or fetched. */
export function htmlToMarkdown(html: string, notes: Set<string>): string {
  if (html.length > HTML_LENGTH) return html
  const tree = parseHtml(html)
  if ('refused' in tree) {
    notes.add(`${tree.refused} is kept as it is`)
    return html
  }
  noteLosses(tree, notes)
  forgetSpans(tree)
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

/** Markdown has no cells that reach over others, and what stands for them is made cell by cell, however many are asked for. */
function forgetSpans(node: HtmlTree): void {
  if (node.type === 'element') {
    delete node.properties.colSpan
    delete node.properties.rowSpan
  }
  if ('children' in node) for (const child of node.children) forgetSpans(child)
}

export const EMBEDDED = 'Embedded files are not imported'

type HtmlTree = ReturnType<typeof fromParse5>

/** Elements within elements, at most. What comes after the parser calls itself for each. */
const DEPTH = 64
/** Nodes, at most: highlighted code has one for each token. What comes after needs the square of their number. */
const NODES = 5_000
/** Comments, white space and elements of a line without text, one after the other, at most: each looks past the others. */
const UNSEEN = 50
/** Cells of one table with all its rows filled up, at most. */
const CELLS = 5_000

class TooMuch extends Error {}

/**
 * The tree of a piece of HTML, or what it has too much of. The parser itself is asked, element by element: where
 * an element ends no other reading of HTML tells, because of tags in attributes and comments, SVG, formatting that
 * goes on in the next paragraph.
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

/** The length of the longest run of nodes that show nothing, in the order of the text. */
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
