export function windowMax<T>(items: readonly T[], size: number, compare: (one: T, other: T) => number): T[] {
  throw new Error('Not implemented yet')
}
