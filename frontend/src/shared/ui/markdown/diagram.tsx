import { diagramMarkup } from '@rehearse/contracts/questions/diagram-markup'
import { createElement, type ReactNode, useCallback } from 'react'
import styles from './diagram.module.css'
import { Markdown, plainImage } from './markdown.tsx'

type Diagrams = Readonly<Record<string, string>>

/** Text of a lesson, a guide or an article, with the diagrams that came with it. */
export function MarkdownWithDiagrams({
  text,
  diagrams,
  topLevel = 1,
}: {
  text: string
  diagrams: Diagrams | undefined
  topLevel?: number
}) {
  const image = useCallback(
    (url: string, alt: string) => {
      const name = /^diagrams\/([a-z0-9-]+)\.svg$/.exec(url)?.[1]
      return name === undefined ? plainImage(url, alt) : <Diagram svg={diagrams?.[name]} alt={alt} />
    },
    [diagrams],
  )
  return <Markdown text={text} topLevel={topLevel} image={image} />
}

/**
 * An SVG as part of the page, so that its colors follow the theme and its text is text. It becomes React elements: what
 * isn't in `diagramMarkup` is left out. Without a readable SVG the alternative text stands in its place.
 */
function Diagram({ svg = '', alt }: { svg: string | undefined; alt: string }) {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  if (root.tagName !== 'svg') return <span className={styles.missing}>{alt}</span>
  return createElement(
    'svg',
    { viewBox: root.getAttribute('viewBox'), className: styles.diagram, role: 'img', 'aria-label': alt },
    ...nodes(root),
  )
}

const nodes = (parent: Element): ReactNode[] =>
  [...parent.childNodes].map((node) => (node instanceof Element ? element(node) : node.textContent))

function element(node: Element): ReactNode {
  const name = node.tagName
  const attributes = Object.hasOwn(diagramMarkup, name) ? diagramMarkup[name] : undefined
  if (attributes === undefined) return null
  const props = Object.fromEntries(
    attributes.map((attribute) => [reactName(attribute), node.getAttribute(attribute) ?? undefined]),
  )
  const classes = [...node.classList].map((one) => styles[one]).join(' ')
  return createElement(name, classes === '' ? props : { ...props, className: classes }, ...nodes(node))
}

const reactName = (attribute: string) => (attribute === 'text-anchor' ? 'textAnchor' : attribute)
