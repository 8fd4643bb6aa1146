import { useState } from 'react'

export interface Selection {
  ids: ReadonlySet<string>
  toggle: (id: string, on: boolean) => void
  togglePage: (ids: readonly string[], on: boolean) => void
  clear: () => void
}

/** Chosen questions, on whatever page they are; other filters begin with none. */
export function useSelection(filters: string): Selection {
  const [chosen, setChosen] = useState({ filters, ids: new Set<string>() })
  const ids = chosen.filters === filters ? chosen.ids : new Set<string>()
  const togglePage = (some: readonly string[], on: boolean) => {
    const next = new Set(ids)
    for (const id of some) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setChosen({ filters, ids: next })
  }
  return {
    ids,
    toggle: (id, on) => togglePage([id], on),
    togglePage,
    clear: () => setChosen({ filters, ids: new Set() }),
  }
}
