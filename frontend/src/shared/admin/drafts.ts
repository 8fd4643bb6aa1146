import { useEffect, useState } from 'react'
import { adminData } from '../account/account-data.ts'

/** What was typed and not saved, as this device keeps it until it is saved or discarded. */
export interface KeptDraft<Draft> {
  /** What is being changed, null for something new. */
  target: string | null
  /** The version that the changes were made to; null for something new. */
  version: number | null
  draft: Draft
  /** ISO 8601. */
  at: string
}

export interface DraftStore<Draft> {
  /** Newest first; what can't be read any more is left out. */
  all(): KeptDraft<Draft>[]
  find(target: string | null): KeptDraft<Draft> | undefined
  keep(draft: KeptDraft<Draft>): void
  drop(target: string | null): void
}

/** More than anybody works on at a time; the oldest go first. */
const MOST = 20

/**
 * An admin's drafts of one kind of form.
 *
 * @param key under which this device has each admin's
 * @param isDraft whether what was found there is a draft of this form: it may be of another version of the app
 */
export function draftStore<Draft>(
  key: string,
  isDraft: (value: unknown) => value is Draft,
): DraftStore<Draft> {
  const stored = adminData(key)
  const all = (): KeptDraft<Draft>[] => {
    const kept = stored.read()
    if (!Array.isArray(kept)) return []
    return kept.filter((one): one is KeptDraft<Draft> => isKept(one) && isDraft(one.draft))
  }
  const othersThan = (target: string | null) => all().filter((kept) => kept.target !== target)
  return {
    all,
    find: (target) => all().find((kept) => kept.target === target),
    keep: (draft) => stored.write([draft, ...othersThan(draft.target)].slice(0, MOST)),
    drop: (target) => {
      const others = othersThan(target)
      if (others.length > 0) stored.write(others)
      else stored.remove()
    },
  }
}

function isKept(value: unknown): value is KeptDraft<unknown> {
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
