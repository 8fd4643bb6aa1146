import type { Challenge } from '@rehearse/contracts'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { expectSignedIn, learnerData } from '../../shared/account/account-data.ts'
import { useSession } from '../../shared/api/session.ts'
import { isSame, starterOf, type Texts } from './code.ts'
import { type AccountDraft, readDraft, writeDraft } from './draft-api.ts'

/** What the learner wrote, as stored on this device. */
interface Draft {
  files: Texts
  /** The revision of the account's draft that it continues; 0 if there is none. */
  base: number
  /** Whether the account doesn't have it yet. */
  dirty: boolean
}

/** Pause in typing after which the account receives the draft. Milliseconds. */
const SYNC_DELAY = 2_000

/**
 * The texts of a challenge. Every change is stored on this device at once, and with the learner's account after a pause
 * in typing. If another device changed the account's draft in the meantime, the learner chooses a version.
 */
export function useDraft(challenge: Challenge) {
  const { id } = challenge
  const uid = useSession()?.uid
  const starter = useMemo(() => starterOf(challenge), [challenge])
  const [draft, setDraft] = useState<Draft>(() => storedDraft(id, starter))
  const current = useRef(draft)
  /** Makes the editors replace their texts with each of `steps` in turn. */
  const [replacement, setReplacement] = useState({ edition: 0, steps: [] as readonly Texts[] })
  const [conflict, setConflict] = useState<AccountDraft | null>(null)
  const isStarter = isSame(draft.files, starter)

  const save = (next: Draft) => {
    current.current = next
    setDraft(next)
    if (next.base === 0 && isSame(next.files, starter)) dataOf(id).remove()
    else dataOf(id).write(next)
  }
  const replace = (...steps: readonly Texts[]) =>
    setReplacement(({ edition }) => ({ edition: edition + 1, steps }))

  const edit = (path: string, text: string) => {
    const { files, base } = current.current
    if (files[path] !== text) save({ files: { ...files, [path]: text }, base, dirty: true })
  }
  /** Replaces some of the texts. Undo in the editors brings back what was there. */
  const take = (files: Texts) => {
    const texts = { ...current.current.files, ...files }
    save({ ...current.current, files: texts, dirty: true })
    replace(texts)
  }
  const use = ({ files, revision }: AccountDraft) => {
    const texts = { ...starter, ...files }
    replace(texts)
    save({ files: texts, base: revision, dirty: false })
  }
  /** The version that isn't chosen stays one Undo away. */
  const resolve = (choice: 'mine' | 'other') => {
    if (!conflict) return
    setConflict(null)
    if (choice === 'other') return use(conflict)
    const { files } = current.current
    replace({ ...starter, ...conflict.files }, files)
    save({ files, base: conflict.revision, dirty: true })
  }

  /** @returns whether this device may send its version */
  const compare = (account: AccountDraft): boolean => {
    const { files, base, dirty } = current.current
    if (account.revision === base) return true
    const texts = { ...starter, ...account.files }
    if (isSame(texts, files)) save({ files, base: account.revision, dirty: false })
    else if (!dirty) use(account)
    else {
      setConflict(account)
      return false
    }
    return true
  }

  const busy = useRef(false)
  const sync = useEffectEvent(async (from: 'account' | 'device') => {
    if (uid === undefined || busy.current || conflict) return
    busy.current = true
    try {
      if (from === 'account' && !compare(await readDraft(id))) return
      const { files, base, dirty } = current.current
      if (!dirty) return
      expectSignedIn(uid)
      const sent = isSame(files, starter) ? {} : files
      const revision = await writeDraft(id, sent, base)
      if (revision === null) compare(await readDraft(id))
      else save({ files: current.current.files, base: revision, dirty: current.current.files !== files })
    } catch {
      // Offline, signed out or over the quota: it stays on this device, and the next change tries again.
    } finally {
      busy.current = false
    }
  })

  useEffect(() => {
    if (uid === undefined) return
    const pull = () => void sync('account')
    // Another device may be next, or the learner has just come back from it.
    const changeOver = () => void sync(document.visibilityState === 'hidden' ? 'device' : 'account')
    pull()
    addEventListener('online', pull)
    document.addEventListener('visibilitychange', changeOver)
    return () => {
      removeEventListener('online', pull)
      document.removeEventListener('visibilitychange', changeOver)
      // The page was left before the pending sync ran.
      void sync('device')
    }
  }, [uid])
  useEffect(() => {
    if (!draft.dirty) return
    const timer = setTimeout(() => void sync('device'), SYNC_DELAY)
    return () => clearTimeout(timer)
  }, [draft])

  return {
    texts: draft.files,
    replacement,
    isStarter,
    /** Where the latest change is stored. */
    saved: uid !== undefined && !draft.dirty && draft.base > 0 ? ('account' as const) : ('device' as const),
    conflict,
    edit,
    replaceFile: (path: string, text: string) => replace({ ...current.current.files, [path]: text }),
    reset: () => take(starter),
    take,
    resolve,
  }
}

/** What the learner wrote for a challenge, on this device or else in the account; nothing if they haven't. */
export async function readWritten(id: string): Promise<Texts> {
  const { files } = storedDraft(id, {})
  return Object.keys(files).length > 0 ? files : (await readDraft(id)).files
}

const dataOf = (id: string) => learnerData(`challenge_code_${id}`)

function storedDraft(id: string, starter: Texts): Draft {
  const stored = dataOf(id).read()
  if (!isRecord(stored)) return { files: starter, base: 0, dirty: false }
  const { files, base, dirty } = stored
  if (isRecord(files))
    return {
      files: { ...starter, ...textsIn(files) },
      base: typeof base === 'number' ? base : 0,
      dirty: dirty !== false,
    }
  // Earlier versions stored the code of a `web` challenge alone.
  return { files: { ...starter, ...textsIn(stored) }, base: 0, dirty: true }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const textsIn = (files: Record<string, unknown>): Texts =>
  Object.fromEntries(
    Object.entries(files).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
