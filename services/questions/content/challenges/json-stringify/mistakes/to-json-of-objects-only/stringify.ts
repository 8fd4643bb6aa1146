const escapes: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
}

export function stringify(value: unknown): string | undefined {
  return write(value, '', new Set())
}

/** @param path the objects from the root to the value */
function write(given: unknown, key: string, path: Set<object>): string | undefined {
  const value = hasToJson(given) ? given.toJSON(key) : given
  switch (typeof value) {
    case 'string':
      return quote(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : 'null'
    case 'boolean':
      return String(value)
    case 'bigint':
      throw new TypeError('A bigint has no JSON form')
    case 'object':
      return value === null ? 'null' : writeObject(value, path)
    default:
      return undefined
  }
}

function writeObject(value: object, path: Set<object>): string {
  if (path.has(value)) throw new TypeError('The object contains itself')
  path.add(value)
  const text = Array.isArray(value)
    ? `[${Array.from(value, (item, index) => write(item, String(index), path) ?? 'null').join(',')}]`
    : `{${Object.entries(value)
        .flatMap(([key, item]) => {
          const written = write(item, key, path)
          return written === undefined ? [] : [`${quote(key)}:${written}`]
        })
        .join(',')}}`
  path.delete(value)
  return text
}

function hasToJson(value: unknown): value is { toJSON: (key: string) => unknown } {
  const canHave = typeof value === 'object' && value !== null
  return canHave && 'toJSON' in value && typeof value.toJSON === 'function'
}

function quote(text: string): string {
  const escaped = text.replace(
    /["\\\u0000-\u001f]/g,
    (sign) => escapes[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `"${escaped}"`
}
