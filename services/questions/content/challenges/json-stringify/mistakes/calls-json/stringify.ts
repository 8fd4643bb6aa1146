export function stringify(value: unknown): string | undefined {
  return JSON.stringify(value)
}
