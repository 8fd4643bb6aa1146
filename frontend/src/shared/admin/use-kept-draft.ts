import { useEffect, useState } from 'react'
import type { DraftStore } from './draft-store.ts'

/**
 * What a form holds. As long as it says something else than what it began with, this device keeps it.
 *
 * @param begin what the form begins with, and the version that this is of; null for something new
 * @param sayOf what a draft comes to: two that say the same are equal, however they look to the form
 */
export function useKeptDraft<Draft>({
  store,
  target,
  begin,
  sayOf,
}: {
  store: DraftStore<Draft>
  target: string | null
  begin: () => { draft: Draft; version: number | null }
  sayOf: (draft: Draft) => string
}) {
  const [before, setBefore] = useState(begin)
  const [resumed, setResumed] = useState(() => store.find(target))
  const [draft, setDraft] = useState<Draft>(() => (resumed ?? before).draft)
  /** The version that the changes were made to, which need not be the newest any more. */
  const { version } = resumed ?? before
  const dirty = sayOf(draft) !== sayOf(before.draft)

  useEffect(() => {
    if (dirty) store.keep({ target, version, draft, at: new Date().toISOString() })
    else store.drop(target)
  }, [store, dirty, target, version, draft])

  return {
    draft,
    setDraft,
    dirty,
    version,
    resumed,
    /** Back to what the form began with, or on to another beginning. */
    startOver: (next = before) => {
      setBefore(next)
      setDraft(next.draft)
      setResumed(undefined)
    },
    forget: () => store.drop(target),
  }
}
