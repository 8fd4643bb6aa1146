/**
 * A list as Postgres writes it, for a parameter of any array type. The driver's own looks at every character of every
 * element, which is most of what a long list costs.
 */
export function arrayLiteral(list: readonly unknown[]): string {
  let literal = '{'
  for (let index = 0; index < list.length; index += 1) {
    if (index > 0) literal += ','
    literal += element(list[index])
  }
  return `${literal}}`
}

function element(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  switch (typeof value) {
    case 'string':
      return quoted(value)
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value)
    default:
      if (Array.isArray(value)) return arrayLiteral(value)
      if (value instanceof Uint8Array)
        return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}"`
      if (value instanceof Date) return quoted(value.toISOString())
      return quoted(JSON.stringify(value))
  }
}

const quoted = (text: string): string => `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`
