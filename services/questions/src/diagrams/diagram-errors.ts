import { diagramClasses, diagramMarkup } from '@rehearse/contracts'
import { SaxesParser } from 'saxes'

/** Wider ones would be too small on a phone. */
const WIDTH_MAX = 640

/** What is wrong with a diagram: whatever isn't in `diagramMarkup` could load or run something in a learner's page. */
export function diagramErrors(svg: string): string[] {
  const errors: string[] = []
  const open: string[] = []
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  parser.on('error', ({ message }) => errors.push(`is no well-formed XML: ${message}`))
  parser.on('doctype', () => errors.push('has a document type'))
  parser.on('processinginstruction', ({ target }) => errors.push(`has the processing instruction ${target}`))
  parser.on('opentag', ({ name, attributes }) => {
    if ((name === 'svg') !== (open.length === 0)) errors.push('has one svg element, around all others')
    errors.push(...elementErrors(name, attributes))
    open.push(name)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', (text) => {
    if (text.trim() !== '' && !['text', 'tspan'].includes(open.at(-1) ?? ''))
      errors.push('has text outside of text')
  })
  parser.write(svg).close()
  return errors
}

function elementErrors(name: string, attributes: Readonly<Record<string, string>>): string[] {
  const allowed = Object.hasOwn(diagramMarkup, name) ? diagramMarkup[name] : undefined
  if (allowed === undefined) return [`has the element ${name}, which isn't allowed`]
  const errors = Object.entries(attributes).flatMap(([attribute, value]) => {
    if (attribute === 'xmlns' && name === 'svg') return value === namespace ? [] : ['has another namespace']
    if (attribute === 'class') return classErrors(value)
    return allowed.includes(attribute)
      ? []
      : [`has the attribute ${attribute} on ${name}, which isn't allowed`]
  })
  if (name !== 'svg') return errors
  const width = Number(/^0 0 (\d+) \d+$/.exec(attributes.viewBox ?? '')?.[1] ?? Infinity)
  return width <= WIDTH_MAX ? errors : [...errors, `has no viewBox from 0 0, at most ${WIDTH_MAX} wide`]
}

const namespace = 'http://www.w3.org/2000/svg'

const classErrors = (value: string) =>
  value
    .split(/\s+/)
    .filter((name) => !diagramClasses.includes(name))
    .map((name) => `has the unknown class ${name}`)
