import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { TextAreaField } from '../../ui/fields.tsx'
import styles from './comments.module.css'
import { typedMention } from './mentions.ts'
import { useCommentMessages } from './messages.en.ts'
import type { Editor } from './people.ts'

const SHOWN = 6

/**
 * A text area that suggests people after an `@`: the focus stays in the text, arrow keys choose, Enter or Tab takes.
 * The suggestions follow the combobox pattern, without its role, which a text area can't have.
 */
export function MentionField({
  value,
  onValue,
  people,
  onPick,
  ...field
}: Omit<ComponentProps<typeof TextAreaField>, 'value' | 'onChange'> & {
  value: string
  onValue: (value: string) => void
  people: readonly Editor[]
  onPick: (person: Editor) => void
}) {
  const messages = useCommentMessages()
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [typed, setTyped] = useState<ReturnType<typeof typedMention>>()
  const [active, setActive] = useState(0)
  const found = typed ? people.filter(({ name }) => fits(name, typed.term)).slice(0, SHOWN) : []
  const current = found[Math.min(active, found.length - 1)]
  const optionId = (at: number) => `${list}-${at}`

  const look = ({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    setTyped(selectionStart === selectionEnd ? typedMention(text, selectionStart) : undefined)
    setActive(0)
  }
  const pick = (person: Editor) => {
    const field = area.current
    if (!typed || !field) return
    onPick(person)
    const inserted = `@${person.name} `
    const end = typed.from + 1 + typed.term.length
    onValue(value.slice(0, typed.from) + inserted + value.slice(end))
    setTyped(undefined)
    const caret = typed.from + inserted.length
    // After the new text is in the field.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(caret, caret)
    })
  }
  const press = (event: KeyboardEvent) => {
    if (!typed || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') setTyped(undefined)
    else if (!current) return
    else if (event.key === 'ArrowDown') setActive((found.indexOf(current) + 1) % found.length)
    else if (event.key === 'ArrowUp') setActive((found.indexOf(current) + found.length - 1) % found.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(current)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.mention}>
      <TextAreaField
        dir="auto"
        rows={3}
        {...field}
        ref={area}
        value={value}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? list : undefined}
        aria-activedescendant={current && optionId(found.indexOf(current))}
        onChange={({ target }) => {
          onValue(target.value)
          look(target)
        }}
        onKeyDown={press}
        onClick={({ currentTarget }) => look(currentTarget)}
        onBlur={() => setTyped(undefined)}
      />
      <p role="status" className="visually-hidden">
        {typed && messages.suggestions(found.length)}
      </p>
      {found.length > 0 && (
        <div role="listbox" id={list} aria-label={messages.people} className={styles.people}>
          {found.map((person, at) => (
            <div
              key={person.id}
              role="option"
              id={optionId(at)}
              tabIndex={-1}
              aria-selected={person === current}
              className={classNames(styles.person, person === current && styles.active)}
              // Before the field loses the focus.
              onPointerDown={(event) => {
                event.preventDefault()
                pick(person)
              }}
            >
              <bdi>{person.name}</bdi>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** Whether a part of the name starts with the term. */
const fits = (name: string, term: string) => {
  const wanted = term.toLowerCase()
  return name
    .toLowerCase()
    .split(/\s+/)
    .some((part) => part.startsWith(wanted))
}
