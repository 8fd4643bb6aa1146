import ConfirmDialog from '../ui/confirm-dialog.tsx'
import { useDraftMessages } from './draft-messages.en.ts'

/** Asks before unsaved changes are discarded. */
export default function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const messages = useDraftMessages()
  return (
    <ConfirmDialog
      title={messages.leaveTitle}
      text={messages.leaveText}
      confirmLabel={messages.leave}
      cancelLabel={messages.stay}
      pending={false}
      onCancel={onStay}
      onConfirm={onLeave}
    />
  )
}
