import type { ReportInput } from '@rehearse/contracts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useOwnWrite } from '../../shared/account/use-own-write.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { SelectField, TextAreaField } from '../../shared/ui/fields.tsx'
import { usePracticeMessages } from './practice-messages.ts'
import styles from './question-tools.module.css'

const reasons: readonly ReportInput['reason'][] = [
  'wrong-answer',
  'unclear',
  'typo',
  'outdated',
  'duplicate',
  'other',
]

/** Tells those who look after the questions what is wrong with this one. */
export function ReportQuestion({ questionId, onDone }: { questionId: string; onDone: () => void }) {
  const messages = usePracticeMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const [reason, setReason] = useState<ReportInput['reason']>('wrong-answer')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const write = useOwnWrite({
    mutationFn: (body: ReportInput) =>
      learnerApi.post(`/api/questions/unified/${questionId}/reports`, { body }),
  })
  if (write.isSuccess) {
    return (
      <div className={styles.actions}>
        <span role="status">{messages.reported}</span>
        <Link to="/notices">{messages.reportedWhere}</Link>
        <Button size="small" onClick={onDone}>
          {common.close}
        </Button>
      </div>
    )
  }
  const fault = missing && text.trim() === '' ? messages.reportMissing : undefined
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(true)
        if (text.trim() !== '') write.mutate({ reason, text })
      }}
    >
      <SelectField
        label={messages.reportReason}
        value={reason}
        onChange={(event) => setReason(reasons.find((one) => one === event.target.value) ?? 'other')}
        choices={reasons.map((value) => ({ value, label: messages.reportReasons[value] }))}
      />
      <TextAreaField
        label={messages.reportText}
        error={fault ?? (write.isError ? errorText(write.error) : undefined)}
        rows={3}
        maxLength={2_000}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" pending={write.isPending}>
          {messages.reportSend}
        </Button>
        <Button variant="ghost" size="small" onClick={onDone}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}
