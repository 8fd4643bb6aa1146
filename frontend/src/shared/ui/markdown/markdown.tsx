import type { Nodes, Parents, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { createElement, Fragment, lazy, memo, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { CodeBlock } from './code-block.tsx'
import styles from './markdown.module.css'

const allowed = new Set(['https:', 'http:', 'mailto:'])

/**
 * The URL if following it can't run anything, else undefined. Relative URLs stay on our own site. Spaces and invisible
 * characters don't hide a scheme, whatever a later reader of the address ignores.
 */
export function safeAddress(url: string): string | undefined {
  const parsed = URL.parse(url.replace(/[\s\p{C}]/gu, ''), 'https://relative.invalid')
  return parsed && allowed.has(parsed.protocol) ? url : undefined
}

interface RenderOptions {
  compact: boolean
  topLevel: number
  image: (url: string, alt: string) => ReactNode
}

/**
 * Question text. Markdown becomes React elements, so it can't inject markup: an HTML tag shows as text, which is what
 * a question about tags needs.
 *
 * @param compact inside a control (an answer option): code wraps instead of scrolling, and isn't focusable
 * @param topLevel the level of a `#` heading below the page's own headings
 * @param image shows an image, if not as an `<img>`
 */
export const Markdown = memo(
  ({
    text,
    compact = false,
    topLevel = 3,
    image = plainImage,
  }: { text: string } & Partial<RenderOptions>) => {
    const render = { compact, topLevel, image }
    if (!hasTable.test(text)) return <Text tree={parse(text)} render={render} />
    return (
      // About as tall as the text, so that what follows stays in its place.
      <Suspense
        fallback={<span style={{ display: 'block', minHeight: `${Math.ceil(text.length / 50) * 1.7}em` }} />}
      >
        <TextWithTables text={text} render={render} />
      </Suspense>
    )
  },
)
Markdown.displayName = 'Markdown'

/** Parsed Markdown. A label may contain only phrasing content. */
export const Text = ({ tree, render }: { tree: Root; render: RenderOptions }) =>
  createElement(
    render.compact ? 'span' : 'div',
    { className: render.compact ? styles.compact : styles.markdown, dir: 'auto' },
    children(tree, render),
  )

/** A table's delimiter row. */
const hasTable = /^ *\|[ :|-]*-[ :|-]*$/m
/** Few texts have a table, so table syntax loads with the first one. */
let tables: typeof import('./table-syntax.tsx') | undefined
const TextWithTables = lazy(async () => {
  tables = await import('./table-syntax.tsx')
  const { parseWithTables } = tables
  return {
    default: ({ text, render }: { text: string; render: RenderOptions }) => (
      <Text tree={parseWithTables(text)} render={render} />
    ),
  }
})

/** The maximum number of cached texts: more than a page shows and preloads. */
const PARSED = 200
const parsed = new Map<string, Root>()

/** Parses Markdown, cached: texts are shown again after grading. Call it early to have the result ready. */
export function parse(text: string): Root {
  const known = parsed.get(text)
  if (known) return known
  if (parsed.size === PARSED) parsed.clear()
  const tree = fromMarkdown(text)
  parsed.set(text, tree)
  return tree
}

/** Spread as arguments: their position is their identity, so React needs no keys. */
const children = (parent: Parents, render: RenderOptions): ReactNode =>
  createElement(Fragment, null, ...parent.children.map((child) => element(child, render)))

function element(node: Nodes, render: RenderOptions): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value
    case 'paragraph':
      return render.compact ? (
        <span className={styles.paragraph}>{children(node, render)}</span>
      ) : (
        <p>{children(node, render)}</p>
      )
    case 'inlineCode':
      return (
        <code dir="ltr" className={styles.code}>
          {node.value}
        </code>
      )
    case 'code':
      return <CodeBlock code={node.value} language={node.lang ?? ''} compact={render.compact} />
    case 'strong':
      return <strong>{children(node, render)}</strong>
    case 'emphasis':
      return <em>{children(node, render)}</em>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'blockquote':
      return <blockquote>{children(node, render)}</blockquote>
    case 'heading':
      return createElement(`h${Math.min(6, render.topLevel + node.depth - 1)}`, null, children(node, render))
    case 'list':
      return createElement(
        node.ordered ? 'ol' : 'ul',
        node.ordered && node.start ? { start: node.start } : null,
        children(node, render),
      )
    case 'listItem':
      return <li>{children(node, render)}</li>
    case 'table':
      return tables?.table(node, (cell) => children(cell, render))
    case 'link':
      // A link can't contain another one.
      return link(node.url, children(node, { ...render, image: (url, alt) => ownImage(url, alt) ?? alt }))
    case 'image':
      return render.image(node.url, node.alt ?? '')
    default:
      return 'children' in node ? children(node, render) : null
  }
}

function link(url: string, content: ReactNode): ReactNode {
  const address = safeAddress(url)
  if (!address) return content
  if (ownPage.test(address)) return <Link to={address}>{content}</Link>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  )
}

/** Two slashes would begin a host name. */
const ownPage = /^\/(?![/\\])/

/** One of our images; others are shown as links, so that nothing is loaded from elsewhere. */
export const plainImage = (url: string, alt: string): ReactNode =>
  ownImage(url, alt) ?? (safeAddress(url) ? link(url, alt || url) : alt)

/** The URL of one of our images has its size in pixels, so that it takes its room before it has loaded. */
const imageUrl = /^\/api\/images\/[0-9a-f]{32}-(\d{1,5})x(\d{1,5})\.(webp|svg)$/

/** The image if the URL is one of ours. */
export function ownImage(url: string, alt: string): ReactNode {
  const [, width, height, format] = imageUrl.exec(url) ?? []
  if (format === undefined) return undefined
  const smaller = format === 'svg' ? [] : [480, 960, 1600].filter((one) => one < Number(width))
  const sources = [...smaller.map((one) => `${url}?w=${one} ${one}w`), `${url} ${width}w`]
  return (
    <img
      src={url}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      {...(smaller.length > 0 && {
        srcSet: sources.join(', '),
        sizes: 'auto, (max-width: 48rem) 100vw, 48rem',
      })}
    />
  )
}
