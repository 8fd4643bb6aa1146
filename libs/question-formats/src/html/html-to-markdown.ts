import { toMdast } from 'hast-util-to-mdast'
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough'
import { gfmTableToMarkdown } from 'mdast-util-gfm-table'
import { toMarkdown } from 'mdast-util-to-markdown'
import { type HtmlTree, parseHtml } from './parse-html.ts'

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
