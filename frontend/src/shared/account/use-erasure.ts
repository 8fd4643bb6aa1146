import type { ErasureInput, erasureReply } from '@rehearse/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { learnerApi } from '../api/client.ts'
import type { Reply } from '../api/reply.ts'
import { signedOut } from '../api/session.ts'
import { useOwnWrite } from './use-own-write.ts'

/** Erases the account, forgets it on this device, and goes on to the receipt. */
export function useErasure(onSettled?: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useOwnWrite({
    mutationFn: (proof: ErasureInput) =>
      learnerApi.delete<Reply<typeof erasureReply>>('/api/users/me', { body: proof }),
    onSuccess: ({ receipt }) => {
      navigate(`/auth/erase-account?receipt=${receipt.id}`, { replace: true })
      signedOut(queryClient)
    },
    onSettled: () => onSettled?.(),
  })
}
