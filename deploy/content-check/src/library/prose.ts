import { fromMarkdown } from 'mdast-util-from-markdown'

type MarkdownNode = ReturnType<typeof fromMarkdown> | ReturnType<typeof fromMarkdown>['children'][number]

/** How fast people read about code, at a careful pace. */
const WORDS_PER_MINUTE = 200

/** What there is to read in a text, its code included and its addresses not. */
export const wordsIn = (markdown: string): number =>
  [...texts(fromMarkdown(markdown))].join(' ').match(word)?.length ?? 0

/** Whole minutes, one at least. */
export const readingMinutes = (markdown: string): number =>
  Math.max(1, Math.ceil(wordsIn(markdown) / WORDS_PER_MINUTE))

/** Addresses on our own site that a text links to. */
export const siteLinks = (markdown: string): string[] =>
  [...nodes(fromMarkdown(markdown))].flatMap((node) =>
    node.type === 'link' && node.url.startsWith('/') ? [node.url] : [],
  )

/** The fenced blocks of a text, in their order. */
export const codeBlocks = (markdown: string): { language: string; code: string }[] =>
  [...nodes(fromMarkdown(markdown))].flatMap((node) =>
    node.type === 'code' ? [{ language: node.lang ?? '', code: node.value }] : [],
  )

const word = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu

function* texts(root: MarkdownNode): Generator<string> {
  for (const node of nodes(root)) {
    if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') yield node.value
  }
}

function* nodes(node: MarkdownNode): Generator<MarkdownNode> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodes(child)
}
