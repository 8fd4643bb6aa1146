import { escaped } from './html.ts'
import { alternatives, referred, type Schema } from './openapi-document.ts'

/** A schema in the notation of TypeScript, which is shorter to read than itself. HTML, with links to named schemas. */
export function shapeOf(schema: Schema, indent = ''): string {
  const name = referred(schema)
  if (name !== undefined) return `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`
  const choices = alternatives(schema)
  if (choices) return unique(choices.map((choice) => shapeOf(choice, indent))).join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => shapeOf(part, indent)).join(' &amp; ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const types = [schema.type ?? 'unknown'].flat()
  return types.map((type) => ofType(type, schema, indent)).join(' | ')
}

function ofType(type: string, schema: Schema, indent: string): string {
  if (type === 'object') return objectShape(schema, indent)
  if (type !== 'array') return escaped(type === 'string' ? (schema.format ?? type) : type)
  const items = shapeOf(schema.items ?? {}, indent)
  return / [|&]/.test(items) && !items.startsWith('{') ? `(${items})[]` : `${items}[]`
}

function objectShape(
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${inner}${escaped(name)}${mark}: ${shapeOf(schema, inner)}${remark(schema)}`
  })
  if (typeof additionalProperties === 'object') {
    lines.push(`${inner}[name]: ${shapeOf(additionalProperties, inner)}`)
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** What a type alone doesn't say. */
function remark(schema: Schema): string {
  const said = [boundsOf(schema), schema.description].filter(Boolean).join('; ')
  return said === '' ? '' : `  <i>// ${escaped(said)}</i>`
}

/** Zod writes the safe integers out where nothing else was asked for. */
const isAsked = (bound: number | undefined): bound is number =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

/** How large, how long or how many: `1–100 characters`. */
export function boundsOf(schema: Schema): string {
  const sides: [from: number | undefined, to: number | undefined, of: string][] = [
    [schema.minimum, schema.maximum, ''],
    [schema.minLength, schema.maxLength, ' characters'],
    [schema.minItems, schema.maxItems, ' items'],
  ]
  const bounds = sides.flatMap(([from, to, of]) => {
    if (isAsked(from) && isAsked(to)) return [`${from}–${to}${of}`]
    if (isAsked(to)) return [`up to ${to}${of}`]
    return isAsked(from) && from > 0 ? [`${from} or more${of}`] : []
  })
  if (schema.default !== undefined) bounds.push(`default ${JSON.stringify(schema.default)}`)
  return bounds.join(', ')
}

const literal = (value: unknown) => escaped(typeof value === 'string' ? `'${value}'` : JSON.stringify(value))
const unique = (texts: readonly string[]) => [...new Set(texts)]
