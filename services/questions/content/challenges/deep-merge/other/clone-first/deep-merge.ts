type Plain = Record<string, unknown>

export function deepMerge<Base extends object, Patch extends object>(base: Base, patch: Patch): Base & Patch {
  return assign(copy(base as Plain), patch as Plain) as Base & Patch
}

const isPlain = (value: unknown): value is Plain => {
  if (!value || typeof value !== 'object') return false
  const parent = Object.getPrototypeOf(value)
  return !parent || Object.getPrototypeOf(parent) === null && Object.hasOwn(parent, 'hasOwnProperty')
}

function copy(source: Plain): Plain {
  const copied: Plain = {}
  for (const key of Object.keys(source)) {
    const value = source[key]
    if (key !== '__proto__') copied[key] = isPlain(value) ? copy(value) : value
  }
  return copied
}

function assign(target: Plain, patch: Plain): Plain {
  for (const key of Object.keys(patch)) {
    const value = patch[key]
    const current = target[key]
    if (value === undefined || key === '__proto__') continue
    if (!isPlain(value)) target[key] = value
    else if (isPlain(current)) assign(current, value)
    else target[key] = assign({}, value)
  }
  return target
}
