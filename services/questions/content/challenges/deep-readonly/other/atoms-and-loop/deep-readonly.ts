type Atom = string | number | bigint | boolean | symbol | null | undefined | ((...args: never[]) => unknown)

export type DeepReadonly<T> = T extends Atom ? T : { readonly [Key in keyof T]: DeepReadonly<T[Key]> }

export function deepFreeze<T>(value: T): DeepReadonly<T> {
  const open: unknown[] = [value]
  const seen = new WeakSet<object>()
  // The loop also visits the values that are added meanwhile.
  for (const next of open) {
    if (next === null || typeof next !== 'object' || seen.has(next)) continue
    seen.add(Object.freeze(next))
    const keys: (string | symbol)[] = [...Object.keys(next), ...Object.getOwnPropertySymbols(next)]
    for (const key of keys) open.push((next as Record<string | symbol, unknown>)[key])
  }
  return value as DeepReadonly<T>
}
