export function groupBy(items: unknown[], toKey: (item: unknown) => string) {
  throw new Error('Not implemented yet')
}
