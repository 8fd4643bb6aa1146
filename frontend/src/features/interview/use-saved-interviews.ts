import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { learnerApi } from '../../shared/api/client.ts'
import { useSession } from '../../shared/api/session.ts'
import { followInterviews, sendInterviews } from '../../shared/offline/interview-queue.ts'
import {
  deletedInterviews,
  deleteInterview,
  forgetInterview,
  type SavedInterview,
  savedInterview,
  savedInterviews,
  storeInterview,
} from '../../shared/offline/saved-interviews.ts'
import type { Interview, Overview } from './interview.ts'

/** An interview in a list: of this device, of the account, or of both. */
export interface ListedInterview {
  overview: Overview
  /** What this device has; undefined if the account's version is newer. */
  local: Interview | undefined
  /** Why it is only on this device. */
  onlyHere: 'choice' | 'unsent' | undefined
}

const none: readonly AccountInterview[] = []

/** The learner's interviews, newest first: those on this device at once, then those of the account too. */
export function useSavedInterviews() {
  const uid = useSession()?.uid
  const client = useQueryClient()
  const query = interviewsQuery(uid ?? '')
  const { data: inAccount = none, isError } = useQuery({ ...query, enabled: uid !== undefined })
  const [change, setChange] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored changes with them
  const here = useMemo(savedInterviews, [uid, inAccount, change])
  useEffect(() => followInterviews(() => setChange((count) => count + 1)), [])

  const remove = (id: string) => {
    deleteInterview(id)
    setChange((count) => count + 1)
    client.setQueryData(query.queryKey, (before) => before?.filter((other) => other.id !== id))
    if (uid) void sendInterviews(uid).catch(() => undefined)
  }
  return { interviews: merge(here, inAccount), isIncomplete: isError, remove }
}

function merge(here: readonly SavedInterview[], inAccount: readonly AccountInterview[]): ListedInterview[] {
  const deleted = deletedInterviews()
  const newer = inAccount.filter(({ id, revision }) => {
    const saved = here.find(({ interview }) => interview.id === id)
    return !deleted.includes(id) && !(saved && (saved.isUnsent || saved.revision >= revision))
  })
  const local = here
    .filter(({ interview }) => newer.every(({ id }) => id !== interview.id))
    .map(({ interview, isDeviceOnly, isUnsent }) => ({
      overview: interview,
      local: interview,
      onlyHere: isDeviceOnly ? ('choice' as const) : isUnsent ? ('unsent' as const) : undefined,
    }))
  return [...local, ...newer.map((overview) => ({ overview, local: undefined, onlyHere: undefined }))].sort(
    (one, other) => other.overview.startedAt.localeCompare(one.overview.startedAt),
  )
}

type AccountInterview = Overview & { revision: number }

/** What was written here is sent first. What another device has deleted disappears here too. */
const interviewsQuery = (uid: string) =>
  queryOptions({
    queryKey: ['mock-interviews', uid],
    queryFn: async ({ signal }): Promise<AccountInterview[]> => {
      await sendInterviews(uid).catch(() => undefined)
      const sent = savedInterviews().filter(({ isUnsent, isDeviceOnly }) => !isUnsent && !isDeviceOnly)
      const query = { pageSize: 100 }
      const { interviews } = await learnerApi.get('/api/progress/mock-interviews', { query, signal })
      for (const { interview } of sent)
        if (!interviews.some(({ id }) => id === interview.id)) forgetInterview(interview.id)
      return interviews
    },
    staleTime: 0,
  })

/** How often an open interview is sent if it has changed. Milliseconds. */
const SEND_EVERY = 10_000

/**
 * Sends the open interview while it changes, and when the learner may turn to another device. If another device has
 * changed it, its newer version replaces the one here, which stays until the learner has chosen.
 */
export function useSync(interview: Interview | undefined, show: (other: Interview) => void) {
  const uid = useSession()?.uid
  const id = interview?.id
  const [change, setChange] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` counts what the queue has stored
  const replaced = useMemo(() => (id ? savedInterview(id)?.replaced : undefined), [id, change])

  const look = useEffectEvent((changed: string, isReplaced: boolean) => {
    if (changed !== id) return
    const saved = savedInterview(id)
    if (isReplaced && saved) show(saved.interview)
    setChange((count) => count + 1)
  })
  useEffect(() => followInterviews((changed, isReplaced) => look(changed, isReplaced)), [])
  useEffect(() => {
    if (id === undefined || uid === undefined) return
    const send = () => void sendInterviews(uid).catch(() => undefined)
    const timer = setInterval(() => document.visibilityState === 'visible' && send(), SEND_EVERY)
    const whenHidden = () => document.visibilityState === 'hidden' && send()
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenHidden)
      send()
    }
  }, [id, uid])

  const choose = (choice: 'mine' | 'newer') => {
    const saved = id ? savedInterview(id) : null
    if (!saved?.replaced) return
    if (choice === 'newer') storeInterview({ ...saved, replaced: undefined })
    else {
      storeInterview({ ...saved, interview: saved.replaced, isUnsent: true, replaced: undefined })
      show(saved.replaced)
    }
    setChange((count) => count + 1)
  }
  return { isReplaced: replaced !== undefined, choose }
}
