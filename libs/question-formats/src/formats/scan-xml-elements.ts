import { SaxesParser } from 'saxes'
import { unreadableSource } from '../parse-blocks.ts'

/** An element with its content. Texts of one element are joined, whether CDATA or not. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
  /** Its first line, from 1. */
  line: number
}

/** The number of characters between two yields to other work. */
const STEP = 64 * 1024
/** Moodle's files are seven levels deep. */
const DEPTH = 40

/**
 * The children of `<quiz>`. A document that isn't well-formed is rejected as a whole. So are entities that it
 * declares, which prevents exponential expansion; nothing is loaded.
 */
export function* scanElements(source: string): Generator<undefined, XmlElement[], void> {
  const found: XmlElement[] = []
  const open: XmlElement[] = []
  let depth = 0
  let line = 1
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })

  parser.on('error', (error) => {
    throw unreadableSource(`XML parsing error: ${error.message}`, error)
  })
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth++
    if (depth === 1 && name !== 'quiz') throw notAQuiz()
    if (depth > DEPTH) throw unreadableSource('XML parsing error: elements are nested too deeply')
    if (depth === 1) return
    const element: XmlElement = { name, attributes, children: [], text: '', line }
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else found.push(element)
    open.push(element)
  })
  parser.on('closetag', () => {
    depth--
    open.pop()
  })
  const addText = (text: string) => {
    const element = open.at(-1)
    // Embedded files are Base64, and ignored.
    if (element && element.name !== 'file') element.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)

  for (let start = 0; start < source.length; start += STEP) {
    parser.write(source.slice(start, start + STEP))
    yield undefined
  }
  parser.close()
  return found
}

const notAQuiz = () => unreadableSource('Invalid format. Expected a <quiz> with <question> elements.')

/** The first child with that name. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name)

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((one) => one.name === name)
