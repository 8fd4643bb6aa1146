export function deepMerge<Base extends object, Patch extends object>(base: Base, patch: Patch): Base & Patch {
  const merged: Record<string, unknown> = {}
  for (const source of [base, patch] as Record<string, unknown>[]) {
    for (const key in source) merged[key] = source[key]
  }
  return merged as Base & Patch
}
