import { useState } from 'react'
import { TextField } from '../../shared/ui/fields.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { tagsOf } from './editor/question-draft.ts'
import { useManagerMessages } from './messages.ts'

/** Which tags questions get, and which they lose. */
export default function TagDialog({
  count,
  onTag,
  onClose,
}: {
  count: number
  onTag: (value: { add: string[]; remove: string[] }) => void
  onClose: () => void
}) {
  const messages = useManagerMessages()
  const [text, setText] = useState({ add: '', remove: '' })
  const [fault, setFault] = useState(false)
  const submit = () => {
    const value = { add: tagsOf(text.add), remove: tagsOf(text.remove) }
    if (value.add.length + value.remove.length === 0) return setFault(true)
    onTag(value)
  }
  return (
    <BulkDialog title={messages.tagTitle} count={count} onSubmit={submit} onClose={onClose}>
      <TextField
        label={messages.tagAdd}
        hint={messages.tagHint}
        value={text.add}
        error={fault ? messages.tagPick : undefined}
        onChange={(event) => setText({ ...text, add: event.target.value })}
        dir="auto"
      />
      <TextField
        label={messages.tagRemove}
        hint={messages.tagHint}
        value={text.remove}
        onChange={(event) => setText({ ...text, remove: event.target.value })}
        dir="auto"
      />
    </BulkDialog>
  )
}
