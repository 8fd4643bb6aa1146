import { SaxesParser } from 'saxes'
import { unreadableSource } from '../parse-blocks.ts'

/** An element with all that is in it. Texts of one element are joined, whether CDATA or not. */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  text: string
  /** Where it begins, from 1. */
  line: number
}

/** Characters that are read before others may run. */
const STEP = 64 * 1024
/** Moodle's files go seven deep. */
const DEPTH = 40

/**
 * The elements directly within `<quiz>`. A document that is not well-formed is refused as a whole. Entities that a
 * document declares itself are never expanded but refused, so no document grows in reading; nothing is fetched.
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
    // Pictures and the like come along in Base64, and are not for us.
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

/** The first child of that name. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name)

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((one) => one.name === name)
