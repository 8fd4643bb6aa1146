/** One step of a JSON patch (RFC 6902). */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value?: unknown
}

/**
 * @param what names the value in errors
 * @returns the value with every operation applied; the given one stays as it is
 * @throws {Error} for a path that isn't there, and for an operation other than add, replace and remove
 */
export function patched<Value>(value: Value, operations: readonly Operation[], what: string): Value {
  const copy = structuredClone(value)
  for (const operation of operations) apply(copy, operation, what)
  return copy
}

function apply(root: unknown, { op, path, value }: Operation, what: string): void {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = keys.pop() ?? ''
  const parent = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], root)
  const missing = new Error(`${what}: there is no ${path}`)
  if (typeof parent !== 'object' || parent === null) throw missing
  if (op !== 'add' && !(last in parent)) throw missing
  if (Array.isArray(parent))
    parent.splice(
      last === '-' ? parent.length : Number(last),
      op === 'add' ? 0 : 1,
      ...(op === 'remove' ? [] : [value]),
    )
  else if (op === 'add' || op === 'replace') Object.assign(parent, { [last]: value })
  else if (op === 'remove') Reflect.deleteProperty(parent, last)
  else throw new Error(`${what}: no such operation: ${op}`)
}
