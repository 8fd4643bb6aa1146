type Plain = Record<string, unknown>

export function deepMerge<Base extends object, Patch extends object>(base: Base, patch: Patch): Base & Patch {
  return merge(base as Plain, patch as Plain) as Base & Patch
}

function merge(base: Plain, patch: Plain): Plain {
  const merged: Plain = {}
  for (const key of new Set([...Object.keys(base), ...Object.keys(patch)])) {
    const [before, after] = [own(base, key), own(patch, key)]
    if (key === '__proto__' || (after === undefined && before === undefined)) continue
    const value = after === undefined ? before : after
    merged[key] = isPlainObject(value)
      ? merge(isPlainObject(before) ? before : {}, isPlainObject(after) ? after : {})
      : value
  }
  return merged
}

/** Objects inherit `constructor` and others, which are no settings. */
const own = (object: Plain, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined)

function isPlainObject(value: unknown): value is Plain {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
