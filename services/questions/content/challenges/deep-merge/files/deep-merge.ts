export function deepMerge<Base extends object, Patch extends object>(base: Base, patch: Patch): Base & Patch {
  return { ...base, ...patch }
}
