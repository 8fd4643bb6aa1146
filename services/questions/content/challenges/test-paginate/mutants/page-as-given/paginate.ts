export interface Page<T> {
  items: T[]
  page: number
  pages: number
  from: number
  to: number
}

export function paginate<T>(items: readonly T[], page: number, size: number): Page<T> {
  if (!Number.isInteger(size) || size < 1) throw new RangeError('The size must be a positive integer')
  const pages = Math.max(1, Math.ceil(items.length / size))
  const shown = Math.min(Math.max(page, 1), pages)
  const start = (shown - 1) * size
  const part = items.slice(start, start + size)
  return {
    items: part,
    page,
    pages,
    from: part.length === 0 ? 0 : start + 1,
    to: start + part.length,
  }
}
