import { useFormat } from '../i18n/format.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useDraftMessages } from './draft-messages.en.ts'

/** Says that a form holds what was typed another time, and takes it away again. */
export function ResumedNote({
  at,
  overtaken,
  onDrop,
}: {
  at: string
  /** Somebody has saved another version since. */
  overtaken: boolean
  onDrop: () => void
}) {
  const messages = useDraftMessages()
  const format = useFormat()
  return (
    <Alert
      tone="info"
      action={
        <Button size="small" onClick={onDrop}>
          {messages.offerDrop}
        </Button>
      }
    >
      <p>{messages.offer(format.moment(at))}</p>
      {overtaken && <p>{messages.offerOther}</p>}
    </Alert>
  )
}
