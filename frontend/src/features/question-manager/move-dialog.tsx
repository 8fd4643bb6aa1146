import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  categoriesQuery,
  learningPathsQuery,
  sectionsQuery,
  topicsQuery,
} from '../../shared/api/catalogue.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Button } from '../../shared/ui/button.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import Modal from '../../shared/ui/modal.tsx'
import dialog from './dialog.module.css'
import { useManagerMessages } from './manager-messages.ts'
import type { BulkAction } from './use-bulk-actions.ts'

type Move = Extract<BulkAction, { action: 'move' }>['value']
type Place = keyof Move

const keep = 'keep'
const none = 'none:'
const named = 'id:'

/** Where questions are filed from now on. */
export default function MoveDialog({
  count,
  onMove,
  onClose,
}: {
  count: number
  onMove: (value: Move) => void
  onClose: () => void
}) {
  const messages = useManagerMessages()
  const { common } = useMessages()
  const [chosen, setChosen] = useState<Partial<Record<Place, string>>>({})
  const [fault, setFault] = useState(false)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: topics = [] } = useQuery(topicsQuery)
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const { data: sections = [] } = useQuery(sectionsQuery)
  const places = [
    { name: 'category', label: messages.category, entries: categories },
    { name: 'topic', label: messages.topic, entries: topics },
    { name: 'learningPath', label: messages.learningPath, entries: paths },
    { name: 'sectionId', label: messages.section, entries: sections },
  ] as const

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const value = Object.fromEntries(
      Object.entries(chosen)
        .filter(([, choice]) => choice !== keep)
        .map(([name, choice]) => [name, choice === none ? null : choice.slice(named.length)]),
    ) as Move
    if (Object.keys(value).length === 0) return setFault(true)
    onMove(value)
  }
  return (
    <Modal title={messages.moveTitle} onClose={onClose}>
      <form onSubmit={submit} className={dialog.form}>
        <p>{messages.moveLead}</p>
        {places.map(({ name, label, entries }, position) => (
          <SelectField
            key={name}
            label={label}
            value={chosen[name] ?? keep}
            error={fault && position === 0 ? messages.movePick : undefined}
            onChange={(event) => setChosen({ ...chosen, [name]: event.target.value })}
            choices={[
              { value: keep, label: messages.keepPlace },
              // Every question has a category.
              ...(name === 'category' ? [] : [{ value: none, label: messages.noPlace }]),
              ...entries.map((entry) => ({ value: `${named}${entry.id}`, label: entry.name })),
            ]}
          />
        ))}
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
