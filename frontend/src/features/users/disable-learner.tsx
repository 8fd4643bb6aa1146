import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { useFocusFirstFault } from '../../shared/ui/use-focus-first-fault.ts'
import type { LearnerDetail } from './learner-queries.ts'
import { useUserMessages } from './messages.ts'
import { useLearnerWrites } from './use-learner-writes.ts'
import styles from './users.module.css'

/** Asks why, since another admin will want to know. Load it lazily. */
export default function DisableLearner({
  learner,
  onClose,
}: {
  learner: LearnerDetail
  onClose: () => void
}) {
  const messages = useUserMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const { disable } = useLearnerWrites(learner.uid)
  const [faults, setFaults] = useState<{ reason?: string }>({})
  const form = useFocusFirstFault(faults)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    setFaults(reason === '' ? { reason: messages.reasonMissing } : {})
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
          maxLength={500}
          dir="auto"
          autoFocus
          error={faults.reason}
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
