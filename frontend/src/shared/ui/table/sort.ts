/** What a list is ordered by, and which way. */
export interface Sort<By extends string = string> {
  by: By
  direction: 'asc' | 'desc'
}

/** What a list can be ordered by. */
export interface SortChoice<By extends string> {
  by: By
  label: string
  /** Which way first: words from their first letter on, unless this says otherwise. */
  first?: Sort['direction']
}

/** How a list is ordered, and how it could be. */
export interface TableOrder<By extends string> {
  sort: Sort<By>
  usual: Sort<By>
  onSort: (sort: Sort<By>) => void
  /** Orders that no column shows. */
  others?: readonly SortChoice<By>[]
}

/** As it stands in an address: `title`, or `-title` for the other way round. */
export function readSort<By extends string>(
  text: string | null | undefined,
  columns: readonly By[],
  usual: Sort<By>,
): Sort<By> {
  const name = text?.replace(/^-/, '')
  const by = columns.find((column) => column === name)
  return by ? { by, direction: text?.startsWith('-') ? 'desc' : 'asc' } : usual
}

/** Nothing for the usual order: an address says what was chosen. */
export function printSort<By extends string>({ by, direction }: Sort<By>, usual: Sort<By>): string {
  if (by === usual.by && direction === usual.direction) return ''
  return direction === 'desc' ? `-${by}` : by
}

/** What a press on a column's head asks for: its own first direction, then the other one, then the usual order again. */
export function nextSort<By extends string>(
  now: Sort<By>,
  { by, first, usual }: { by: By; first: Sort['direction']; usual: Sort<By> },
): Sort<By> {
  if (now.by !== by) return { by, direction: first }
  if (now.direction === first) return { by, direction: turned(first) }
  return usual.by === by ? { by, direction: first } : usual
}

export const turned = (direction: Sort['direction']): Sort['direction'] =>
  direction === 'asc' ? 'desc' : 'asc'
