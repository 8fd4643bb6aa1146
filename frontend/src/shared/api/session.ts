import type { User } from '@rehearse/contracts'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { adoptVisitorData } from '../account/account-data.ts'
import { PROFILE_TIMEOUT, SIGNED_IN_COOKIE, STORAGE_KEYS } from '../constants.ts'
import { currentLearnerId, user as here, isLeaving, readJson, storage } from '../storage.ts'
import { ApiError } from './api-error.ts'
import { learnerApi } from './client.ts'

/**
 * The signed-in learner, or null for a visitor. The cached profile shows first and stays while the server is slow.
 * With neither the profile nor the session's companion cookie there is no session, and no request is sent.
 */
const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<User | null> => {
    const cached = cachedProfile()
    if (isLeaving() || (!cached && !hasSessionCookie())) return null
    try {
      const { user } = await learnerApi.get('/api/auth/me', {
        signal,
        timeout: PROFILE_TIMEOUT,
      })
      saveProfile(user)
      return user
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!error.isUnauthenticated) return cached
      sessionEnded()
      return null
    }
  },
  initialData: () => cachedProfile(),
  initialDataUpdatedAt: 0,
  staleTime: 5 * 60_000,
})

export const useSession = () => useQuery(sessionQuery).data ?? null

/**
 * Whether the session is known. It isn't while the cookie exists and the profile loads for the first time: a learner
 * returning from a provider's sign-in must not be treated as a visitor, even for a moment.
 */
export function useSessionKnown(): boolean {
  const { data, isFetched, isFetching } = useQuery(sessionQuery)
  return data !== null || isFetched || !isFetching || !hasSessionCookie()
}

export function signedIn(client: QueryClient, user: User): void {
  storage.remove(STORAGE_KEYS.signOut.learner)
  saveProfile(user)
  client.setQueryData(sessionQuery.queryKey, user)
}

/** Marks the session as ended without a sign-out: the learner's data stays on the device for their next sign-in. */
export function sessionEnded(client?: QueryClient): void {
  storage.remove(STORAGE_KEYS.profile)
  client?.setQueryData(sessionQuery.queryKey, null)
}

function saveProfile(user: User): void {
  const before = currentLearnerId()
  // On a full disk, show no profile rather than another learner's.
  if (before !== user.uid) storage.remove(STORAGE_KEYS.profile)
  storage.write(STORAGE_KEYS.profile, JSON.stringify(user))
  here.learner = user.uid
  if (before === user.uid) return
  // Synchronously: the next page reads what was stored for the visitor, such as a practice session.
  if (before === 'visitor') adoptVisitorData()
  // This page holds data of another account.
  else location.reload()
}

/**
 * Scripts can't read the session's own cookies; the companion cookie shows that they exist. Prerendered pages have no
 * document and no session.
 */
const hasSessionCookie = () => globalThis.document?.cookie.includes(`${SIGNED_IN_COOKIE}=`) ?? false

function cachedProfile(): User | null {
  const value = readJson(STORAGE_KEYS.profile)
  return isUser(value) && !isLeaving() ? value : null
}

const isUser = (value: unknown): value is User =>
  typeof value === 'object' && value !== null && 'uid' in value && 'displayName' in value && 'email' in value
