import type {
  BulkActionInput,
  bulkActionReply,
  bulkUndoReply,
  questionWrittenReply,
} from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { newId } from '../../shared/new-id.ts'
import { questionsKey } from './list-query.ts'

/** One action, without the questions that it is for. */
export type BulkAction = BulkActionInput extends infer Input
  ? Input extends unknown
    ? Omit<Input, 'ids'>
    : never
  : never

/** What has just been done, and how it is undone: as a batch, or by bringing one question back. */
export interface LastChange {
  deleted: boolean
  changed: number
  notChanged: number
  undo: { batchId: string } | { restore: string }
}

/** The same change to many questions, and taking back the last one. */
export function useBulkActions() {
  const queryClient = useQueryClient()
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: questionsKey }),
      queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
    ])
  }
  const apply = useMutation({
    mutationFn: async ({ ids, action }: { ids: readonly string[]; action: BulkAction }) => {
      const { data } = await adminApi.post<Reply<typeof bulkActionReply>>('/api/questions/unified/bulk', {
        body: { ...action, ids },
        headers: { 'idempotency-key': newId() },
      })
      const change: LastChange = {
        deleted: action.action === 'delete',
        changed: data.changed,
        notChanged: data.results.length - data.changed,
        undo: { batchId: data.batchId },
      }
      return change
    },
    onSettled: refresh,
  })
  const undo = useMutation({
    mutationFn: async ({ undo: how }: LastChange): Promise<{ reverted: number; kept: number }> => {
      if ('restore' in how) {
        await adminApi.post<Reply<typeof questionWrittenReply>>(
          `/api/questions/unified/${how.restore}/restore`,
        )
        return { reverted: 1, kept: 0 }
      }
      const path = `/api/questions/bulk/${how.batchId}`
      const { data } = await adminApi.delete<Reply<typeof bulkUndoReply>>(path)
      return { reverted: data.reverted, kept: data.kept.length }
    },
    onSettled: refresh,
  })
  return { apply, undo }
}
