import { useRef, useState } from 'react'
import type { Chosen } from './api.ts'

/** Selected questions: some of them, across pages, or all that match the filters. */
export interface Selection {
  count: number
  has: (id: string) => boolean
  /** Whether every question of the page is selected. */
  isWholePage: boolean
  isAll: boolean
  /** The row that was selected last, from 0. */
  row: number
  chosen: Chosen
  /** With `extend`, all rows from the last one on get the same mark. */
  toggle: (id: string, mark: { on: boolean; extend: boolean }) => void
  togglePage: (on: boolean) => void
  selectAll: (all: All) => void
  clear: () => void
}

interface All {
  count: number
  matching: NonNullable<Chosen['matching']>
}

interface Marked {
  filters: string
  ids: ReadonlySet<string>
  all: All | null
}

/**
 * The selection of a list; other filters reset it.
 * @param page the ids on the current page, in order
 */
export function useSelection(filters: string, page: readonly string[]): Selection {
  const none: Marked = { filters, ids: new Set(), all: null }
  const [marked, setMarked] = useState(none)
  const last = useRef<string>(undefined)
  const row = useRef(0)
  const { ids, all } = marked.filters === filters ? marked : none

  const mark = (some: readonly string[], on: boolean) => {
    // Without one of them it is no longer all: what remains are the others on this page.
    const next = new Set(all ? page : ids)
    for (const id of some) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setMarked({ filters, ids: next, all: null })
  }
  const has = (id: string) => all !== null || ids.has(id)
  return {
    count: all?.count ?? ids.size,
    has,
    isWholePage: page.length > 0 && page.every(has),
    isAll: all !== null,
    row: row.current,
    chosen: all ? { matching: all.matching } : { ids: [...ids] },
    toggle: (id, { on, extend }) => {
      const at = page.indexOf(id)
      const from = extend && last.current !== undefined ? page.indexOf(last.current) : -1
      mark(from === -1 ? [id] : page.slice(Math.min(from, at), Math.max(from, at) + 1), on)
      last.current = id
      row.current = at
    },
    togglePage: (on) => mark(page, on),
    selectAll: (chosen) => setMarked({ filters, ids: new Set(), all: chosen }),
    clear: () => setMarked(none),
  }
}
