/** The part of JSON Schema that our requests use. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  maxItems?: number
  maxLength?: number
  properties?: Record<string, Schema>
}

export interface Size {
  bytes: number
  values: number
}

/** The maximum number of UTF-8 bytes per UTF-16 code unit. */
const characterBytes = 3
/** The maximum length of a number, a date or an id. */
const short = 48

/**
 * The size of the largest body that a schema accepts, without redundant spaces and escapes. Unbounded values count as
 * 0 and are listed: the users of the schema bound them elsewhere.
 */
export function largestBody(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
): Size & { unbounded: string[] } {
  const unbounded: string[] = []

  const largest = (sizes: readonly Size[]): Size => ({
    bytes: Math.max(0, ...sizes.map(({ bytes }) => bytes)),
    values: Math.max(0, ...sizes.map(({ values }) => values)),
  })

  function sizeOf(node: Schema, path: string): Size {
    if (node.$ref !== undefined) return sizeOf(schemas[node.$ref.split('/').at(-1) ?? ''] ?? {}, path)
    const single = (bytes: number): Size => ({ bytes, values: 1 })
    if (node.const !== undefined) return single(JSON.stringify(node.const).length)
    if (node.enum) return single(Math.max(...node.enum.map((value) => JSON.stringify(value).length)))
    const choices = node.anyOf ?? node.oneOf
    if (choices) return largest(choices.map((choice) => sizeOf(choice, path)))
    if (node.allOf) return sum(node.allOf.map((part) => sizeOf(part, path)))
    const types = [node.type ?? []].flat()
    if (types.includes('object')) {
      const parts = Object.entries(node.properties ?? {}).map(([name, property]) => {
        const size = sizeOf(property, `${path}.${name}`)
        return { bytes: size.bytes + name.length + 4, values: size.values }
      })
      return sum([{ bytes: 2, values: 1 }, ...parts])
    }
    if (types.includes('array')) {
      const item = sizeOf(node.items ?? {}, `${path}[]`)
      if (node.maxItems === undefined) unbounded.push(`${path}[]`)
      const count = node.maxItems ?? 0
      return { bytes: 2 + count * (item.bytes + 1), values: 1 + count * item.values }
    }
    if (types.includes('string')) {
      if (node.maxLength !== undefined) return single(2 + node.maxLength * characterBytes)
      if (node.format === undefined && node.pattern === undefined) unbounded.push(path)
      return single(short)
    }
    if (types.length === 0) unbounded.push(path)
    return single(short)
  }

  const size = sizeOf(schema, '')
  return { ...size, unbounded }
}

const sum = (sizes: readonly Size[]): Size => ({
  bytes: sizes.reduce((total, { bytes }) => total + bytes, 0),
  values: sizes.reduce((total, { values }) => total + values, 0),
})
