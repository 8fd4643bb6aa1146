import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { TextAreaField, TextField } from '../../shared/ui/fields.tsx'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { useFocusFirstError } from '../../shared/ui/use-focus-first-error.ts'
import type { LearnerDetail } from './api.ts'
import { useLearnerWrites } from './api.ts'
import { useUserMessages } from './messages.en.ts'
import styles from './users.module.css'

/** Asks for a reason, which other admins will need. Load it lazily. */
export function DisableLearner({ learner, onClose }: { learner: LearnerDetail; onClose: () => void }) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const { disable } = useLearnerWrites(learner.uid)
  const [fieldErrors, setFieldErrors] = useState<{ reason?: string }>({})
  const form = useFocusFirstError(fieldErrors)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    setFieldErrors(reason === '' ? { reason: messages.reasonMissing } : {})
    if (reason !== '' && !disable.isPending) disable.mutate(reason, { onSuccess: onClose })
  }
  return (
    <Modal title={messages.disableTitle(learner.displayName)} role="alertdialog" onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        <p>{messages.disableText}</p>
        {disable.isError && <Alert tone="error">{errorText(disable.error, messages.changeFailed)}</Alert>}
        <TextAreaField
          label={messages.reason}
          hint={messages.reasonHint}
          name="reason"
          rows={2}
          maxLength={TEXT_MAX.disableReason}
          dir="auto"
          autoFocus
          error={fieldErrors.reason}
        />
        <div className={styles.dialogActions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="danger" pending={disable.isPending}>
            {disable.isPending ? messages.disabling : messages.disable}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Deleting requires typing the learner's email address, so that a wrong click can't do it. Load it lazily. */
export function EraseLearner({
  learner,
  onErased,
  onClose,
}: {
  learner: LearnerDetail
  onErased: (receipt: string) => void
  onClose: () => void
}) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { erase } = useLearnerWrites(learner.uid)
  const [fieldErrors, setFieldErrors] = useState<{ confirm?: string }>({})
  const form = useFocusFirstError(fieldErrors)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const confirm = String(new FormData(event.currentTarget).get('confirm')).trim()
    const isRight = confirm.toLowerCase() === learner.email
    setFieldErrors(isRight ? {} : { confirm: messages.eraseMismatch })
    if (!isRight || erase.isPending) return
    erase.mutate(confirm, {
      onSuccess: ({ receipt }) => {
        onErased(receipt.id)
        void queryClient.invalidateQueries({ queryKey: adminKey('learners', 'list') })
      },
    })
  }
  return (
    <Modal title={messages.eraseTitle(learner.displayName)} role="alertdialog" onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate className={styles.form}>
        <p>{messages.eraseText}</p>
        {erase.isError && <Alert tone="error">{errorText(erase.error, messages.eraseFailed)}</Alert>}
        <TextField
          label={messages.eraseConfirm(learner.email)}
          name="confirm"
          type="email"
          dir="ltr"
          autoComplete="off"
          autoFocus
          error={fieldErrors.confirm}
        />
        <div className={styles.dialogActions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="danger" pending={erase.isPending}>
            {erase.isPending ? messages.erasing : messages.erase}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
