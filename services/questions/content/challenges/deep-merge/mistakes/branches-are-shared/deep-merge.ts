export function deepMerge<Base extends object, Patch extends object>(base: Base, patch: Patch): Base & Patch {
  return merge(base, patch) as Base & Patch
}

function merge(base: object, patch: object): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const [key, value] of [...Object.entries(base), ...Object.entries(patch)]) {
    if (key === '__proto__' || value === undefined) continue
    const before = merged[key]
    merged[key] = isPlainObject(value) && isPlainObject(before) ? merge(before, value) : value
  }
  return merged
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
