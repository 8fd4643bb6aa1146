import type { signedInReply } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { signedIn } from '../../shared/api/session.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { showToast } from '../../shared/ui/toast-store.ts'

/** Sends the filled form to one of the two doors and, let in, makes the session known to every view. */
export function useCredentials(path: '/api/auth/login' | '/api/auth/register', onSuccess: () => void) {
  const { account } = useMessages()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Record<string, string>) =>
      learnerApi.post<Reply<typeof signedInReply>>(path, { body }),
    onSuccess: ({ user }) => {
      signedIn(queryClient, user)
      showToast({ tone: 'success', title: account.signedInTitle, message: account.welcome(user.displayName) })
      onSuccess()
    },
  })
}
