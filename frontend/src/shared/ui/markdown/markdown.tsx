import type { Nodes, Parents, Root, Table, TableRow } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { createElement, Fragment, lazy, memo, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { CodeBlock } from './code-block.tsx'
import styles from './markdown.module.css'

const allowed = new Set(['https:', 'http:', 'mailto:'])

/** The address if following it can't run anything, else undefined. Relative ones stay on our own site. */
export function safeAddress(url: string): string | undefined {
  const parsed = URL.parse(url, 'https://relative.invalid')
  return parsed && allowed.has(parsed.protocol) ? url : undefined
}

/**
 * Question text. Markdown becomes React elements one by one, so nothing in it can turn into markup: a tag that someone
 * writes is shown as the text it is, which is what a question about tags wants.
 *
 * @param compact inside a control (an answer option): code wraps instead of scrolling, and takes no focus
 */
export const Markdown = memo(({ text, compact = false }: { text: string; compact?: boolean }) => {
  if (!compact && hasTable.test(text)) {
    return (
      <Suspense fallback={null}>
        <MarkdownWithTables text={text} />
      </Suspense>
    )
  }
  const tree = parse(text)
  // Inside a label only phrasing is allowed.
  if (compact) {
    return (
      <span className={styles.compact} dir="auto">
        {children(tree, compact)}
      </span>
    )
  }
  return (
    <div className={styles.markdown} dir="auto">
      {children(tree, compact)}
    </div>
  )
})
Markdown.displayName = 'Markdown'

/** The line between the headings and the rows of a table. */
const hasTable = /^ *\|[ :|-]*-[ :|-]*$/m
/** Few texts have a table, so its syntax is loaded with the first one. */
const MarkdownWithTables = lazy(async () => {
  const { parseWithTables } = await import('./table-syntax.ts')
  return {
    default: ({ text }: { text: string }) => (
      <div className={styles.markdown} dir="auto">
        {children(parseWithTables(text), false)}
      </div>
    ),
  }
})

/** What a page shows at a time, and what it is about to show. */
const PARSED = 200
const parsed = new Map<string, Root>()

/** An option is shown to choose from, then judged: its text is read once. Called ahead, it costs nothing when it counts. */
export function parse(text: string): Root {
  const known = parsed.get(text)
  if (known) return known
  if (parsed.size === PARSED) parsed.clear()
  const tree = fromMarkdown(text)
  parsed.set(text, tree)
  return tree
}

/** The children as arguments of their own: their place is their identity, which is what React assumes without keys. */
const children = (parent: Parents, compact: boolean): ReactNode =>
  createElement(Fragment, null, ...parent.children.map((child) => element(child, compact)))

function element(node: Nodes, compact: boolean): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value
    case 'paragraph':
      return compact ? (
        <span className={styles.paragraph}>{children(node, compact)}</span>
      ) : (
        <p>{children(node, compact)}</p>
      )
    case 'inlineCode':
      return (
        <code dir="ltr" className={styles.code}>
          {node.value}
        </code>
      )
    case 'code':
      return <CodeBlock code={node.value} language={node.lang ?? ''} compact={compact} />
    case 'strong':
      return <strong>{children(node, compact)}</strong>
    case 'emphasis':
      return <em>{children(node, compact)}</em>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr />
    case 'blockquote':
      return <blockquote>{children(node, compact)}</blockquote>
    case 'heading':
      // The page's own headings are above: a question's begin at the third level.
      return createElement(`h${Math.min(6, node.depth + 2)}`, null, children(node, compact))
    case 'list':
      return createElement(
        node.ordered ? 'ol' : 'ul',
        node.ordered && node.start ? { start: node.start } : null,
        children(node, compact),
      )
    case 'listItem':
      return <li>{children(node, compact)}</li>
    case 'table':
      return table(node)
    case 'link':
      return link(node.url, children(node, compact))
    case 'image':
      return image(node.url, node.alt ?? '')
    default:
      return 'children' in node ? children(node, compact) : null
  }
}

function table({ children: [head, ...body] }: Table): ReactNode {
  return (
    <table className={styles.table}>
      {head && <thead>{row(head, 'th')}</thead>}
      <tbody>{createElement(Fragment, null, ...body.map((one) => row(one, 'td')))}</tbody>
    </table>
  )
}

const row = ({ children: cells }: TableRow, cell: 'th' | 'td'): ReactNode =>
  createElement(
    'tr',
    null,
    ...cells.map((one) => createElement(cell, cell === 'th' ? { scope: 'col' } : null, children(one, false))),
  )

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

/** Two slashes would begin the name of another host. */
const ownPage = /^\/(?![/\\])/

function image(url: string, alt: string): ReactNode {
  const address = safeAddress(url)
  return address ? <img src={address} alt={alt} loading="lazy" /> : alt
}
