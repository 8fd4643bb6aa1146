import type { adminSignedInReply } from '@rehearse/contracts'
import { type QueryFunctionContext, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminHere } from '../../shared/account/account-data.ts'
import { finishSignOut } from '../../shared/account/sign-out.ts'
import { adminSelfQuery } from '../../shared/admin/admin-self.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { STORAGE_KEYS } from '../../shared/constants.ts'
import { readJson, storage, user } from '../../shared/storage.ts'

const queryKey = ['admin', 'session']

type SignedIn = Reply<typeof adminSignedInReply>

export interface Credentials {
  email: string
  password: string
  code?: string
  recoveryCode?: string
}

/** A stored session counts once the server has confirmed it; without one no request is made. */
async function validate({ signal, client }: QueryFunctionContext): Promise<StoredSession | null> {
  const stored = readStoredSession(Date.now())
  if (!stored) return null
  adminHere()
  try {
    const { admin } = await adminApi.get('/api/admin/auth', { signal })
    client.setQueryData(adminSelfQuery.queryKey, admin)
    return stored
  } catch (error) {
    if (!(error instanceof ApiError) || error.isTransient) throw error
    removeStoredSession()
    return null
  }
}

/** The admin's session: unknown while `isPending`, then an admin or null; `error` if the server can't be asked. */
export function useAdminSession() {
  const queryClient = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({ queryKey, queryFn: validate, staleTime: 5 * 60_000 })

  const begin = (admin: SignedIn['admin']) => {
    const before = adminHere()
    storage.remove(STORAGE_KEYS.signOut.admin)
    storeSession(admin)
    user.admin = admin.id
    redirectFlag.clear()
    // This page holds data of another account.
    if (before !== undefined && before !== admin.id) location.reload()
    queryClient.setQueryData(queryKey, { id: admin.id, email: admin.email, expiresAt: admin.expiresAt })
  }

  /** An admin who must first set up a second factor isn't signed in yet: `begin` follows. */
  const login = async (credentials: Credentials): Promise<SignedIn> => {
    // An earlier sign-out that finishes later would end this session.
    await finishSignOut()
    const reply = await adminApi.post('/api/admin/auth', { body: credentials })
    if (!reply.mustEnroll) begin(reply.admin)
    return reply
  }

  /** Ends the session here; the admin's drafts stay on this device. */
  const forget = () => {
    removeStoredSession()
    redirectFlag.clear()
    queryClient.setQueryData(queryKey, null)
    queryClient.removeQueries({ queryKey: ['admin', 'data'] })
  }

  return { admin: data ?? null, error, isPending, refetch, begin, login, forget }
}

/** The stored part of an admin's session. The token isn't included: it is in an httpOnly cookie. */
interface StoredSession {
  id: string
  email: string
  /** ISO 8601. */
  expiresAt: string
}

/** The stored session; one that has expired or can't be read is removed. */
export function readStoredSession(now: number): StoredSession | null {
  const value = readJson(STORAGE_KEYS.adminSession)
  if (isStoredSession(value) && Date.parse(value.expiresAt) > now) return value
  storage.remove(STORAGE_KEYS.adminSession)
  return null
}

export function storeSession({ id, email, expiresAt }: StoredSession): void {
  storage.write(STORAGE_KEYS.adminSession, JSON.stringify({ id, email, expiresAt }))
}

const removeStoredSession = () => storage.remove(STORAGE_KEYS.adminSession)

const isStoredSession = (value: unknown): value is StoredSession =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'email' in value &&
  typeof value.email === 'string' &&
  'expiresAt' in value &&
  typeof value.expiresAt === 'string'

/** Allows a single redirect: whatever is wrong, the browser must not end up in a redirect loop. */
export const redirectFlag = {
  isSet: () => storage.read(STORAGE_KEYS.adminRedirectAttempted) === 'true',
  set: () => storage.write(STORAGE_KEYS.adminRedirectAttempted, 'true'),
  clear: () => storage.remove(STORAGE_KEYS.adminRedirectAttempted),
}
