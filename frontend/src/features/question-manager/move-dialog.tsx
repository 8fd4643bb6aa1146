import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  categoriesQuery,
  learningPathsQuery,
  sectionsQuery,
  topicsQuery,
} from '../../shared/api/catalogue.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { useManagerMessages } from './messages.ts'
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

  const submit = () => {
    const value = Object.fromEntries(
      Object.entries(chosen)
        .filter(([, choice]) => choice !== keep)
        .map(([name, choice]) => [name, choice === none ? null : choice.slice(named.length)]),
    ) as Move
    if (Object.keys(value).length === 0) return setFault(true)
    onMove(value)
  }
  return (
    <BulkDialog title={messages.moveTitle} count={count} onSubmit={submit} onClose={onClose}>
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
    </BulkDialog>
  )
}
