/** What a page takes of a list. */
interface Part<List> {
  list: List
  skip: number
  limit: number
}

/** Where a page lies in lists that stand one after another. */
export function partsOf<List extends { count: number }>(
  lists: readonly List[],
  offset: number,
  limit: number,
): Part<List>[] {
  const parts: Part<List>[] = []
  let before = 0
  for (const list of lists) {
    const skip = Math.max(offset - before, 0)
    const end = Math.min(offset + limit - before, list.count)
    if (end > skip) parts.push({ list, skip, limit: end - skip })
    before += list.count
  }
  return parts
}
