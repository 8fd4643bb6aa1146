import { parentPort, workerData } from 'node:worker_threads'
import createDOMPurify, { type WindowLike } from 'dompurify'
import { JSDOM, type SvgElement } from 'jsdom'

export interface SafeSvg {
  text: string
  width: number
  height: number
  /** The names of removed elements and attributes. */
  removed: string[]
}

export type SvgReply = { safe: SafeSvg } | { why: string }

/** The most names in `removed`. */
const NAMED = 20
/** The longest side of a drawing, in pixels. */
const LARGEST = 3_200
/** The most references to another element: each is drawn again. */
const USES = 100

/** The most levels of elements: checking each costs as much as it is deep. */
const DEEPEST = 200

/** Parses an SVG as XML, and removes what isn't drawing: scripts, event handlers, HTML, external references. */
export function sanitizeSvg(text: string): SvgReply {
  // They could multiply to gigabytes.
  if (/<!ENTITY/i.test(text)) return { why: 'it declares entities' }
  if (isDeeper(text, DEEPEST)) return { why: `its elements are nested more than ${DEEPEST} levels deep` }
  const { window } = new JSDOM('')
  const parsed = new window.DOMParser().parseFromString(text, 'image/svg+xml')
  const root = parsed.documentElement
  if (root.tagName !== 'svg' || root.namespaceURI !== 'http://www.w3.org/2000/svg')
    return { why: root.tagName === 'parsererror' ? 'it is no well-formed XML' : 'it has no <svg> element' }
  const removed = new Set<string>()
  const purify = createDOMPurify(window as unknown as WindowLike)
  purify.addHook('uponSanitizeAttribute', (element, attribute) => {
    if (!isLocal(attribute.attrName, attribute.attrValue) || isDeepUse(element)) attribute.keepAttr = false
  })
  purify.addHook('uponSanitizeElement', (node) => {
    if (node.nodeName === 'style' && hasReference(node.textContent ?? '')) {
      removed.add('style')
      node.textContent = ''
    }
  })
  purify.sanitize(root, {
    IN_PLACE: true,
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    FORBID_TAGS: ['image', 'feimage'],
    KEEP_CONTENT: false,
    ALLOW_DATA_ATTR: false,
    ALLOW_UNKNOWN_PROTOCOLS: false,
  })
  for (const part of purify.removed) {
    if ('element' in part && part.element.nodeType === 1) removed.add(part.element.nodeName)
    if ('attribute' in part && part.attribute && !isHarmless(part.attribute.name))
      removed.add(part.attribute.name)
  }
  if (root.getElementsByTagName('use').length > USES)
    return { why: `it has more than ${USES} <use> elements` }
  const size = sizeOf(root)
  if (size === undefined) return { why: 'it has neither a viewBox nor a width and height' }
  if (!root.hasAttribute('viewBox')) root.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
  return {
    safe: {
      text: new window.XMLSerializer().serializeToString(root),
      ...size,
      removed: [...removed].sort().slice(0, NAMED),
    },
  }
}

/** Where what begins here ends: markup whose content isn't markup. */
const opaque: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
]

/** Whether XML is nested deeper than a limit, told from its tags alone, in one pass. */
export function isDeeper(xml: string, limit: number): boolean {
  let depth = 0
  let at = xml.indexOf('<')
  while (at >= 0 && depth <= limit) {
    const [begin, end] = opaque.find(([begin]) => xml.startsWith(begin, at)) ?? []
    const close =
      begin !== undefined && end !== undefined ? xml.indexOf(end, at + begin.length) : tagEnd(xml, at)
    // What doesn't end is no XML.
    if (close < 0) return false
    if (xml[at + 1] === '/') depth -= 1
    else if (begin === undefined && xml[at + 1] !== '!' && xml[close - 1] !== '/') depth += 1
    at = xml.indexOf('<', close)
  }
  return depth > limit
}

/** The index of the `>` that ends a tag; those in quotes don't. */
function tagEnd(xml: string, from: number): number {
  let at = from
  while (at < xml.length && xml[at] !== '>') {
    const quote = xml[at]
    if (quote === '"' || quote === "'") {
      at = xml.indexOf(quote, at + 1)
      if (at < 0) return -1
    }
    at += 1
  }
  return at < xml.length ? at : -1
}

/** What editors write for themselves, which isn't worth a warning. */
const isHarmless = (name: string) => /^(xmlns|data-|inkscape:|sodipodi:|aria-|serif:|version$)/.test(name)

/** Whether an attribute refers to nothing outside the drawing. */
function isLocal(name: string, value: string): boolean {
  return /(^|:)href$/.test(name) ? value.trim().startsWith('#') : !hasReference(value)
}

/** In CSS, also in an attribute: anything that could be loaded. Escapes could hide it. */
const hasReference = (css: string): boolean =>
  /@import|@font-face|@namespace|image-set|\bimage\(|\bsrc\(|\\|url\(\s*(?!['"]?#)/i.test(css)

/** References to elements with references would multiply: ten levels of ten are ten billion. */
function isDeepUse(element: SvgElement): boolean {
  if (element.tagName !== 'use') return false
  const target = element.ownerDocument.getElementById(
    (element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? '').replace(/^\s*#/, ''),
  )
  return target === null || target.tagName === 'use' || target.contains(element) || hasUse(target)
}

const hasUse = (element: SvgElement): boolean => element.getElementsByTagName('use').length > 0

/** In pixels, from `width` and `height`, else from the view box. */
function sizeOf(root: SvgElement): { width: number; height: number } | undefined {
  const lengths = ['width', 'height'].map((name) => {
    const [, number] = /^\s*(\d*\.?\d+)\s*(?:px)?\s*$/.exec(root.getAttribute(name) ?? '') ?? []
    return Number(number)
  })
  const box = (root.getAttribute('viewBox') ?? '').trim().split(/[\s,]+/)
  const [width = 0, height = 0] = lengths.every((length) => length > 0) ? lengths : box.slice(2).map(Number)
  if (!(width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height))) return undefined
  // A drawing has no pixels of its own: the size is its shape, and how large it may be shown.
  const scale = Math.min(1, LARGEST / Math.max(width, height))
  const pixels = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: pixels(width), height: pixels(height) }
}

// Runs as a thread: a file that takes too long, or too much memory, ends with it. The first message says that the thread
// begins with the file.
if (typeof workerData === 'string') {
  parentPort?.postMessage('begins')
  parentPort?.postMessage(sanitizeSvg(workerData))
}
