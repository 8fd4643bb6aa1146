import type { ErasureInput, erasureReply } from '@rehearse/contracts'
import { learnerApi } from '../api/client.ts'
import type { Reply } from '../api/reply.ts'
import { signOut } from '../device/sign-out.ts'
import { useOwnWrite } from './use-own-write.ts'

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
