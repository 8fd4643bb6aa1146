import { isBlank } from '@rehearse/contracts/fold-text'
import type { List, ListItem, Nodes, Paragraph, PhrasingContent, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { memo } from 'react'
import { ownImage, plainImage, Text } from './markdown.tsx'

/** An option as inline Markdown: see `OptionText`. */
export const OptionMarkup = memo(({ text }: { text: string }) => (
  <Text tree={parseOption(text)} render={asOption} />
))
OptionMarkup.displayName = 'OptionMarkup'

/** For the preview of a field with an option. */
export const optionPreview = (text: string) => <OptionMarkup text={text} />

const asOption = { compact: true, topLevel: 3, image: plainImage }

type Extension = NonNullable<NonNullable<Parameters<typeof fromMarkdown>[1]>['extensions']>[number]

/** Parses an option. Blocks are only fences and lists of several lines. */
function parseOption(text: string): Root {
  const off = [
    ...[
      'blockQuote',
      'headingAtx',
      'setextUnderline',
      'thematicBreak',
      'htmlFlow',
      'codeIndented',
      'definition',
    ],
    ...['characterReference', 'characterEscape'],
    ...(hasFence.test(text) ? [] : ['codeFenced']),
    ...(hasList(text) ? [] : ['list']),
  ]
  // How plain text with an indented line is escaped.
  const source = text.replaceAll(/^&#(?:9|32);(?=.*\S)/gm, ' ')
  const tree = fromMarkdown(source, { extensions: [{ disable: { null: off } }, escapes] })
  const children = tree.children.flatMap((node) => literally(node, source)) as RootContent[]
  const [only] = children
  return {
    type: 'root',
    children: children.length === 1 && only?.type === 'paragraph' ? only.children : children,
  }
}

/** A fence with a line after it. */
const hasFence = /^ {0,3}(?:`{3,}[^`\n]*|~{3,}[^\n]*)\n/m

/** Two items or more with the same kind of marker; a diff has two kinds. */
function hasList(text: string): boolean {
  const items = text.matchAll(/^ {0,3}(?:([-*+])|\d{1,9}([.)]))[ \t]+(\S.*)$/gm)
  const markers = Array.from(items, ([, bullet, delimiter, item = '']) =>
    isBlank(item) ? '' : (bullet ?? delimiter),
  )
  return markers.length > 1 && markers[0] !== '' && markers.every((marker) => marker === markers[0])
}

/**
 * Escapes of what has a meaning in an option. The backslashes of a regular expression or of LaTeX (`\.`, `\d`, `\(`)
 * stay.
 */
const escapes: Extension = {
  text: {
    92: {
      name: 'optionEscape',
      tokenize(effects, ok, nok) {
        const { previous } = this
        let escaped: number | null = null
        return (code) => {
          effects.enter('characterEscape')
          effects.enter('escapeMarker')
          effects.consume(code)
          effects.exit('escapeMarker')
          return (next) => {
            if (!isOneOf('\\`*_[]<>&~!#-+=:|.)', next)) return nok(next)
            effects.enter('characterEscapeValue')
            effects.consume(next)
            escaped = next
            effects.exit('characterEscapeValue')
            effects.exit('characterEscape')
            return (after) => (hasMeaning(previous, escaped, after) ? ok(after) : nok(after))
          }
        }
      },
    },
  },
}

/** Some signs have a meaning only at the start of a line, as a bullet, a number or a rule. */
function hasMeaning(before: number | null, escaped: number | null, after: number | null): boolean {
  if (isOneOf('.)', escaped)) return isOneOf('0123456789', before) && isSpace(after)
  return !isOneOf('-+=:|', escaped) || (isSpace(before) && (isSpace(after) || isOneOf('-=:|', after)))
}

const isOneOf = (characters: string, code: number | null): boolean =>
  code !== null && code > 0 && characters.includes(String.fromCharCode(code))
/** Also the end of a line or of the text: micromark has negative codes for these. */
const isSpace = (code: number | null): boolean => code === null || code <= 32

/** The node, or if it isn't meant as markup, its text with the marks that it was written with. */
function literally(node: Nodes, source: string): Nodes[] {
  if (node.type === 'text') return withLines(node.value)
  if (node.type === 'image') return isImage(node.url) ? [node] : [asText(sliceOf(source, node))]
  if (!('children' in node)) return [node]
  const children = (node.children as Nodes[]).flatMap((child) => literally(child, source))
  if (isMarkup(node, source)) return [{ ...node, children } as Nodes]
  const [first, last] = [node.children[0], node.children.at(-1)]
  if (!first || !last) return [asText(sliceOf(source, node))]
  return [
    asText(source.slice(startOf(node), startOf(first))),
    ...children,
    asText(source.slice(endOf(last), endOf(node))),
  ]
}

function isMarkup(node: Nodes, source: string): boolean {
  const before = source[startOf(node) - 1] ?? ' '
  if (node.type === 'link') {
    const isShown = 'children' in node && node.children.some((child) => !isBlank(sliceOf(source, child)))
    return isShown && (absolute.test(node.url) || (knownPath.test(node.url) && !/[\w)\]]/.test(before)))
  }
  if (node.type !== 'emphasis' && node.type !== 'strong') return true
  const marks = node.type === 'strong' ? 2 : 1
  const inner = source.slice(startOf(node) + marks, endOf(node) - marks)
  // `__proto__` and `_id` are names.
  if (source[startOf(node)] === '_') return /\s/.test(inner)
  // `2*3*4`, `/*a*/` and `**/*.js` are code.
  const after = source[endOf(node)] ?? ' '
  const isWord = /[\p{L}\p{N}]/u.test(inner) && (marks === 2 || !/^[./\\]|[./\\]$/.test(inner))
  return isWord && !/[A-Za-z0-9)\]}/*\\]/.test(before) && !/[A-Za-z0-9/*\\]/.test(after)
}

const absolute = /^https?:\/\/[^/]/i
/** The pages that content links to. */
export const knownPath =
  /^\/(?:articles|cheatsheet|certificates|coding|flashcards|interview|jobs|learning-paths|library|practice|preparation-guides|progress|questions|resources|study-plans)(?=[/?#]|$)/

const isImage = (url: string): boolean => absolute.test(url) || ownImage(url, '') !== undefined

/** A new line stays one if Markdown would begin a block there. */
const withLines = (value: string): PhrasingContent[] =>
  value
    .split(/\n(?=[ \t]*(?:[-+*>#|=]|\d{1,9}[.)]))/)
    .flatMap((line, position) =>
      position === 0 ? [asText(line)] : [{ type: 'break' as const }, asText(line)],
    )

const asText = (value: string) => ({ type: 'text' as const, value })
const startOf = ({ position }: Nodes): number => position?.start.offset ?? 0
const endOf = ({ position }: Nodes): number => position?.end.offset ?? 0
const sliceOf = (source: string, node: Nodes): string => source.slice(startOf(node), endOf(node))

/** An option on one line of a list: blocks of code become inline code. */
export const OptionLine = ({ text }: { text: string }) => (
  <Text tree={{ type: 'root', children: inline(parseOption(text)) }} render={asOption} />
)

function inline(node: Nodes): PhrasingContent[] {
  if (node.type === 'break') return [asText(' ')]
  if (node.type === 'code') return [{ type: 'inlineCode', value: node.value.replace(/\s+/g, ' ').trim() }]
  if (!isBlock(node)) return [node as PhrasingContent]
  return node.children.flatMap((child, position) => [
    ...(position > 0 && isBlock(child) ? [asText(' ')] : []),
    ...inline(child),
  ])
}

const isBlock = (node: Nodes): node is Root | Paragraph | List | ListItem =>
  ['root', 'paragraph', 'list', 'listItem'].includes(node.type)

/** An option as plain text on one line, for labels and screen readers. */
export const optionLine = (text: string): string =>
  inline(parseOption(text)).map(plainText).join('').replace(/\s+/g, ' ').trim()

function plainText(node: Nodes): string {
  if (node.type === 'image') return node.alt || node.url
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(plainText).join('') : ' '
}
