import type { Question, questionWrittenReply } from '@rehearse/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { showToast } from '../../shared/ui/toast-store.ts'
import type { QuestionBody } from './editor/question-draft.ts'
import { questionsKey } from './list-query.ts'

/** Create, update, delete. An update says which version it was made on, so that nobody's work is overwritten unseen. */
export function useQuestionWrites() {
  const queryClient = useQueryClient()
  const { toast } = useMessages()
  const changed = (message: string) => {
    showToast({ tone: 'success', title: toast.success, message })
    void queryClient.invalidateQueries({ queryKey: questionsKey })
    void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
  }
  const create = useMutation({
    mutationFn: ({ body, key }: { body: QuestionBody; key: string }) =>
      adminApi.post<Reply<typeof questionWrittenReply>>('/api/questions/unified', {
        body,
        headers: { 'idempotency-key': key },
      }),
    onSuccess: (reply) => changed(reply.message),
  })
  const update = useMutation({
    mutationFn: ({ question, body, key }: { question: Versioned; body: QuestionBody; key: string }) =>
      adminApi.put<Reply<typeof questionWrittenReply>>(`/api/questions/unified/${question.id}`, {
        body,
        headers: { 'if-match': versionTag(question), 'idempotency-key': key },
      }),
    onSuccess: (reply) => changed(reply.message),
  })
  const remove = useMutation({
    mutationFn: (question: Question) =>
      adminApi.delete<Reply<typeof questionWrittenReply>>(`/api/questions/unified/${question.id}`, {
        headers: { 'idempotency-key': newId() },
      }),
    onSuccess: (reply) => changed(reply.message),
  })
  return { create, update, remove }
}

type Versioned = Pick<Question, 'id' | 'version'>

/** The part of a question's ETag that names its version. */
export const versionTag = ({ version }: Pick<Question, 'version'>) => `"v${version}"`
