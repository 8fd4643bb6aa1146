import type { ErasureInput, erasureReply } from '@rehearse/contracts'
import { signOut } from '../../shared/account/sign-out.ts'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'

/** Erases the account, forgets it on this device, and goes on to the receipt. */
export function useErasure(onSettled?: () => void) {
  return useOwnWrite({
    mutationFn: (proof: ErasureInput) =>
      learnerApi.delete<Reply<typeof erasureReply>>('/api/users/me', { body: proof }),
    onSuccess: ({ receipt }) =>
      signOut('learner', { logout: false, to: `/auth/erase-account?receipt=${receipt.id}` }),
    onSettled: () => onSettled?.(),
  })
}
