export function stringify(value: unknown): string | undefined {
  return undefined
}
