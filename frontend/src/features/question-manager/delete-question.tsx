import type { Question } from '@rehearse/contracts'
import { lazy, Suspense } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { useManagerMessages } from './manager-messages.ts'
import { useQuestionWrites } from './use-question-writes.ts'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

export function DeleteQuestion({
  question,
  onClose,
  onDeleted,
  onFailed,
}: {
  question: Question
  onClose: () => void
  onDeleted: () => void
  onFailed: (error: unknown) => void
}) {
  const messages = useManagerMessages()
  const { common } = useMessages()
  const { remove } = useQuestionWrites()
  return (
    <Suspense>
      <ConfirmDialog
        title={messages.deleteTitle}
        text={messages.deleteConfirm(question.title)}
        confirmLabel={common.delete}
        cancelLabel={common.cancel}
        pending={remove.isPending}
        onCancel={onClose}
        onConfirm={() =>
          remove.mutate(question, { onSuccess: onDeleted, onError: onFailed, onSettled: onClose })
        }
      />
    </Suspense>
  )
}
