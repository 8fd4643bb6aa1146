export const stringify = (value: unknown): string | undefined => convert('', value, [])

const short: Record<string, string> = { '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '"': '"', '\\': '\\' }

function text(value: string): string {
  let result = '"'
  for (const sign of value) {
    const letter = short[sign]
    if (letter !== undefined) result += `\\${letter}`
    else if (sign < ' ') result += `\\u00${sign.charCodeAt(0).toString(16).padStart(2, '0')}`
    else result += sign
  }
  return `${result}"`
}

function convert(key: string, given: unknown, ancestors: readonly object[]): string | undefined {
  let value = given
  const isPrimitive = Object(value) !== value
  if (!isPrimitive && typeof (value as { toJSON?: unknown }).toJSON === 'function')
    value = (value as { toJSON: (key: string) => unknown }).toJSON(key)
  if (value === null) return 'null'
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') return value - value === 0 ? `${value}` : 'null'
  if (typeof value === 'boolean') return `${value}`
  if (typeof value === 'bigint') throw new TypeError('bigint')
  if (typeof value !== 'object') return undefined
  if (ancestors.includes(value)) throw new TypeError('cycle')
  const way = [...ancestors, value]
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      parts.push(convert(`${index}`, value[index], way) ?? 'null')
    return `[${parts.join()}]`
  }
  for (const name of Object.keys(value)) {
    const part = convert(name, (value as Record<string, unknown>)[name], way)
    if (part !== undefined) parts.push(`${text(name)}:${part}`)
  }
  return `{${parts.join()}}`
}
