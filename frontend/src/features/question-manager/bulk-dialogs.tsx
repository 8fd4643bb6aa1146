import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { useStatusMessages } from '../../shared/admin/status-messages.en.ts'
import { categoriesQuery, learningPathsQuery, sectionsQuery, topicsQuery } from '../../shared/api/catalog.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import Modal from '../../shared/ui/modal.tsx'
import type { BulkAction } from './api.ts'
import { useManagerMessages } from './messages.en.ts'
import { tagsOf } from './question-draft.ts'
import styles from './question-manager.module.css'

/** A dialog for a change to the selected questions; its button shows their number. */
function BulkDialog({
  title,
  count,
  children,
  onSubmit,
  onClose,
}: {
  title: string
  count: number
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}) {
  const messages = useManagerMessages()
  const { common } = useMessages()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        {children}
        <div className={styles.dialogActions}>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" variant="primary">
            {messages.apply(count)}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

type NewStatus = Extract<BulkAction, { action: 'status' }>['value']

/** A question is scheduled one by one, since each needs a time. */
const newStatuses: readonly NewStatus[] = ['draft', 'in-review', 'approved', 'archived']

/** Sets the status of the selected questions. Those that can't get it are reported and stay. */
export function StatusDialog({
  count,
  onSet,
  onClose,
}: {
  count: number
  onSet: (value: NewStatus) => void
  onClose: () => void
}) {
  const messages = useManagerMessages()
  const { names } = useStatusMessages()
  const [status, setStatus] = useState<NewStatus>('draft')
  return (
    <BulkDialog title={messages.statusTitle} count={count} onSubmit={() => onSet(status)} onClose={onClose}>
      <SelectField
        label={messages.status}
        hint={messages.statusEffects[status]}
        value={status}
        onChange={({ target }) => setStatus(newStatuses.find((name) => name === target.value) ?? 'draft')}
        choices={newStatuses.map((value) => ({ value, label: names[value] }))}
      />
    </BulkDialog>
  )
}

type Move = Extract<BulkAction, { action: 'move' }>['value']
export type ChosenNodes = Partial<Record<keyof Move, string>>

export const keep = 'keep'
const none = 'none:'
const named = 'id:'

/** A select per field of the taxonomy, first left unchanged. */
export function NodeFields({
  chosen,
  error,
  onChange,
}: {
  chosen: ChosenNodes
  error?: string | undefined
  onChange: (chosen: ChosenNodes) => void
}) {
  const messages = useManagerMessages()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: topics = [] } = useQuery(topicsQuery)
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const { data: sections = [] } = useQuery(sectionsQuery)
  const nodes = [
    { name: 'category', label: messages.category, entries: categories },
    { name: 'topic', label: messages.topic, entries: topics },
    { name: 'learningPath', label: messages.learningPath, entries: paths },
    { name: 'sectionId', label: messages.section, entries: sections },
  ] as const
  return nodes.map(({ name, label, entries }, position) => (
    <SelectField
      key={name}
      label={label}
      value={chosen[name] ?? keep}
      error={position === 0 ? error : undefined}
      onChange={(event) => onChange({ ...chosen, [name]: event.target.value })}
      choices={[
        { value: keep, label: messages.keepPlace },
        // Every question has a category.
        ...(name === 'category' ? [] : [{ value: none, label: messages.noPlace }]),
        ...entries.map((entry) => ({ value: `${named}${entry.id}`, label: entry.name })),
      ]}
    />
  ))
}

/** The fields that were changed. */
export const movedTo = (chosen: ChosenNodes): Move =>
  Object.fromEntries(
    Object.entries(chosen)
      .filter(([, choice]) => choice !== keep)
      .map(([name, choice]) => [name, choice === none ? null : choice.slice(named.length)]),
  )

/** Moves the selected questions to other taxonomy nodes. */
export function MoveDialog({
  count,
  onMove,
  onClose,
}: {
  count: number
  onMove: (value: Move) => void
  onClose: () => void
}) {
  const messages = useManagerMessages()
  const [chosen, setChosen] = useState<ChosenNodes>({})
  const [problem, setProblem] = useState(false)
  const submit = () => {
    const value = movedTo(chosen)
    if (Object.keys(value).length === 0) return setProblem(true)
    onMove(value)
  }
  return (
    <BulkDialog title={messages.moveTitle} count={count} onSubmit={submit} onClose={onClose}>
      <p>{messages.moveLead}</p>
      <NodeFields chosen={chosen} error={problem ? messages.movePick : undefined} onChange={setChosen} />
    </BulkDialog>
  )
}

/** Adds and removes tags. */
export function TagDialog({
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
  const [problem, setProblem] = useState(false)
  const submit = () => {
    const value = { add: tagsOf(text.add), remove: tagsOf(text.remove) }
    if (value.add.length + value.remove.length === 0) return setProblem(true)
    onTag(value)
  }
  return (
    <BulkDialog title={messages.tagTitle} count={count} onSubmit={submit} onClose={onClose}>
      <TextField
        label={messages.tagAdd}
        hint={messages.tagHint}
        value={text.add}
        error={problem ? messages.tagPick : undefined}
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
