import type { adminSignedInReply } from '@rehearse/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { redirectFlag } from './redirect-flag.ts'
import { readStoredSession, removeStoredSession, type StoredSession, storeSession } from './stored-session.ts'

const queryKey = ['admin', 'session']

type SignedIn = Reply<typeof adminSignedInReply>

export interface Credentials {
  email: string
  password: string
  code?: string
  recoveryCode?: string
}

/** A kept session counts once the server has confirmed it; without one nobody is asked. */
async function validate({ signal }: { signal: AbortSignal }): Promise<StoredSession | null> {
  const stored = readStoredSession(Date.now())
  if (!stored) return null
  try {
    await adminApi.get('/api/admin/auth', { signal })
    return stored
  } catch (error) {
    if (!(error instanceof ApiError) || error.isTransient) throw error
    removeStoredSession()
    return null
  }
}

/** The admin's session: unknown while `isPending`, then someone or null; `error` when the server can't say. */
export function useAdminSession() {
  const queryClient = useQueryClient()
  const { data, error, isPending, refetch } = useQuery({ queryKey, queryFn: validate, staleTime: 5 * 60_000 })

  const begin = (admin: SignedIn['admin']) => {
    storeSession(admin)
    redirectFlag.clear()
    queryClient.setQueryData(queryKey, { id: admin.id, email: admin.email, expiresAt: admin.expiresAt })
  }

  /** One that has to set up a second factor first is not signed in yet: `begin` follows. */
  const login = async (credentials: Credentials): Promise<SignedIn> => {
    const reply = await adminApi.post<SignedIn>('/api/admin/auth', { body: credentials })
    if (!reply.mustEnroll) begin(reply.admin)
    return reply
  }

  /** The session on this device, whatever the server knows of it. */
  const forget = () => {
    removeStoredSession()
    redirectFlag.clear()
    queryClient.setQueryData(queryKey, null)
    queryClient.removeQueries({ queryKey: ['admin', 'data'] })
  }

  const logout = async () => {
    // The session ends on this device whatever the server says; a cookie that stays behind runs out by itself.
    await adminApi.delete('/api/admin/auth').catch(() => undefined)
    forget()
  }

  return { admin: data ?? null, error, isPending, refetch, begin, login, logout, forget }
}
