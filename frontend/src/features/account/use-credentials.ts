import type { signedInReply } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepFirstPreferences } from '../../shared/account/follow-this-device.ts'
import { finishSignOut } from '../../shared/account/sign-out.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { signedIn } from '../../shared/api/session.ts'
import { useLocale, useMessages } from '../../shared/i18n/locale.ts'
import { showToast } from '../../shared/ui/toast-store.ts'

/** Sends the filled form to one of the two doors and, let in, makes the session known to every view. */
export function useCredentials(path: '/api/auth/login' | '/api/auth/register', onSuccess: () => void) {
  const { account } = useMessages()
  const language = useLocale((state) => state.language)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (body: Record<string, string>) => {
      // An earlier sign-out that ended later would end this session.
      await finishSignOut()
      return learnerApi.post<Reply<typeof signedInReply>>(path, { body })
    },
    onSuccess: ({ user }) => {
      signedIn(queryClient, user)
      if (path === '/api/auth/register') void keepFirstPreferences(queryClient, user.uid, language)
      showToast({ tone: 'success', title: account.signedInTitle, message: account.welcome(user.displayName) })
      onSuccess()
    },
  })
}
