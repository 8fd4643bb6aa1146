import { useEffect, useState } from 'react'
import { adminData } from '../account/account-data.ts'

/** An unsaved draft, stored on this device until it is saved or discarded. */
export interface SavedDraft<Draft> {
  /** The id of the item being edited; null for a new one. */
  target: string | null
  /** The version that was edited; null for a new item. */
  version: number | null
  draft: Draft
  /** ISO 8601. */
  at: string
}

export interface DraftStore<Draft> {
  /** Newest first, without drafts that can't be read. */
  all(): SavedDraft<Draft>[]
  find(target: string | null): SavedDraft<Draft> | undefined
  keep(draft: SavedDraft<Draft>): void
  drop(target: string | null): void
}

/** More than an admin works on at once; the oldest are dropped. */
const MOST = 20

/**
 * An admin's drafts of one kind of form.
 *
 * @param key the storage key, one entry per admin
 * @param isDraft whether a stored value is a draft of this form: another version of the app may have written it
 */
export function draftStore<Draft>(
  key: string,
  isDraft: (value: unknown) => value is Draft,
): DraftStore<Draft> {
  const stored = adminData(key)
  const all = (): SavedDraft<Draft>[] => {
    const saved = stored.read()
    if (!Array.isArray(saved)) return []
    return saved.filter((one): one is SavedDraft<Draft> => isSavedDraft(one) && isDraft(one.draft))
  }
  const othersThan = (target: string | null) => all().filter((saved) => saved.target !== target)
  return {
    all,
    find: (target) => all().find((saved) => saved.target === target),
    keep: (draft) => stored.write([draft, ...othersThan(draft.target)].slice(0, MOST)),
    drop: (target) => {
      const others = othersThan(target)
      if (others.length > 0) stored.write(others)
      else stored.remove()
    },
  }
}

function isSavedDraft(value: unknown): value is SavedDraft<unknown> {
  if (!isRecord(value)) return false
  return (
    (value.target === null || typeof value.target === 'string') &&
    (value.version === null || typeof value.version === 'number') &&
    typeof value.at === 'string' &&
    !Number.isNaN(Date.parse(value.at))
  )
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * The state of a form. While it differs from its initial content, this device stores it as a draft.
 *
 * @param begin returns the initial content and its version; null for a new item
 * @param serialize returns a string to compare drafts: drafts with equal strings count as unchanged
 */
export function useSavedDraft<Draft extends object>({
  store,
  target,
  begin,
  serialize,
}: {
  store: DraftStore<Draft>
  target: string | null
  begin: () => { draft: Draft; version: number | null }
  serialize: (draft: Draft) => string
}) {
  const [before, setBefore] = useState(begin)
  const [resumed, setResumed] = useState(() => store.find(target))
  // A draft of an earlier version of the app lacks newer fields.
  const [draft, setDraft] = useState<Draft>(() => ({ ...before.draft, ...resumed?.draft }))
  /** The version that was edited, which may not be the newest. */
  const { version } = resumed ?? before
  const dirty = serialize(draft) !== serialize(before.draft)

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
    /** Resets the form to its initial content, or to other content. */
    startOver: (next = before) => {
      setBefore(next)
      setDraft(next.draft)
      setResumed(undefined)
    },
    forget: () => store.drop(target),
    /** After a change that left the edited content as it was: the draft is of the new version. */
    rebase: (from: number, to: number) => {
      if (version !== from) return
      setBefore({ ...before, version: to })
      setResumed(resumed && { ...resumed, version: to })
    },
  }
}
