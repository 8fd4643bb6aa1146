import { type FormEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import Modal from '../../shared/ui/modal.tsx'
import dialog from './dialog.module.css'
import { tagsOf } from './editor/question-draft.ts'
import { useManagerMessages } from './manager-messages.ts'

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
  const { common } = useMessages()
  const [text, setText] = useState({ add: '', remove: '' })
  const [fault, setFault] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = { add: tagsOf(text.add), remove: tagsOf(text.remove) }
    if (value.add.length + value.remove.length === 0) return setFault(true)
    onTag(value)
  }
  return (
    <Modal title={messages.tagTitle} onClose={onClose}>
      <form onSubmit={submit} className={dialog.form}>
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
        <div className={dialog.actions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary">
            {messages.apply(count)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
