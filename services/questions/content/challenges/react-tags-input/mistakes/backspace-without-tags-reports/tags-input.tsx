import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface TagsInputProps {
  label: string
  value: readonly string[]
  onChange: (tags: readonly string[]) => void
  max?: number | undefined
}

export function TagsInput({ label, value, onChange, max = Infinity }: TagsInputProps) {
  const [text, setText] = useState('')
  const [duplicate, setDuplicate] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)

  function change(text: string) {
    setText(text)
    setDuplicate(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1))
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    const tag = text.trim()
    if (tag === '') return
    const changed = withTags(value, [tag])
    if (changed.length === value.length) return setDuplicate(tag)
    onChange(changed)
    change('')
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!pasted.includes(',')) return
    event.preventDefault()
    onChange(withTags(value, pasted.split(',')).slice(0, max))
  }

  return (
    <div>
      <ul>
        {value.map((tag) => (
          <li key={tag}>
            {tag}
            <button
              aria-label={`Remove ${tag}`}
              onClick={() => {
                // The field may be disabled until the tag is gone.
                flushSync(() => onChange(value.filter((other) => other !== tag)))
                field.current?.focus()
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={field}
        aria-label={label}
        value={text}
        disabled={value.length >= max}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {duplicate !== null && <p role="alert">{`${duplicate} is already in the list`}</p>}
    </div>
  )
}

/** The list with new tags at its end, without empty ones and duplicates. */
function withTags(tags: readonly string[], added: readonly string[]): readonly string[] {
  return added.reduce((list, text) => {
    const tag = text.trim()
    const isNew = list.every((other) => other.toLowerCase() !== tag.toLowerCase())
    return tag !== '' && isNew ? [...list, tag] : list
  }, tags)
}
