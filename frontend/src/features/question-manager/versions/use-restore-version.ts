import type { questionWrittenReply } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminApi } from '../../../shared/api/client.ts'
import type { Reply } from '../../../shared/api/reply.ts'
import { questionsKey } from '../list-query.ts'
import { versionTag } from '../use-question-writes.ts'
import type { Version } from './versions-query.ts'

type Written = Reply<typeof questionWrittenReply>

/** Has a question say again what it said in an old version, unless somebody has changed it since it was shown. */
export function useRestoreVersion(id: string) {
  const queryClient = useQueryClient()
  const path = `/api/questions/unified/${id}`
  return useMutation({
    mutationFn: async ({ old, newest }: { old: Version; newest: Version }) => {
      let current = newest.version
      if (newest.action === 'deleted') {
        current = (await adminApi.post<Written>(`${path}/restore`)).data.version
      }
      return adminApi.put<Written>(path, {
        body: patchOf(old),
        headers: { 'if-match': versionTag({ version: current }) },
      })
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: questionsKey }),
        queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
        queryClient.invalidateQueries({ queryKey: ['admin', 'data', 'versions', id] }),
      ])
    },
  })
}

function patchOf({ question }: Version) {
  const {
    selection: _s,
    correctAnswers: _c,
    audioQuestion: _q,
    audioAnswer: _a,
    explanation,
    ...content
  } = question
  // What was imported may have no explanation, and an empty one is refused.
  return explanation.trim() === '' ? content : { ...content, explanation }
}
