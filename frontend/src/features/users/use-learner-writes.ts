import type { erasureReply, learnerStandingReply } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-key.ts'
import { saveFile } from '../../shared/admin/save-file.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { EXPORT_TIMEOUT } from '../../shared/constants.ts'

/** What admins may do with a learner's account. */
export function useLearnerWrites(uid: string) {
  const queryClient = useQueryClient()
  const path = `/api/admin/users/${uid}`
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: adminKey('learners') })
  const standing = (body: object) => adminApi.patch<Reply<typeof learnerStandingReply>>(path, { body })

  const disable = useMutation({
    mutationFn: (reason: string) => standing({ disabled: true, reason }),
    onSuccess,
  })
  const enable = useMutation({ mutationFn: () => standing({ disabled: false }), onSuccess })
  const download = useMutation({
    mutationFn: async () =>
      saveFile(
        await adminApi.file(`${path}/export`, { timeout: EXPORT_TIMEOUT }),
        `rehearse-${uid}-${new Date().toISOString().slice(0, 10)}.zip`,
      ),
  })
  const erase = useMutation({
    mutationFn: (confirm: string) => adminApi.delete<Reply<typeof erasureReply>>(path, { body: { confirm } }),
  })
  return { disable, enable, download, erase }
}
