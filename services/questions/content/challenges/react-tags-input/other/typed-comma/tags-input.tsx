import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export interface TagsInputProps {
  label: string
  value: readonly string[]
  onChange: (tags: readonly string[]) => void
  max?: number | undefined
}

export function TagsInput({ label, value, onChange, max }: TagsInputProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState({ text: '', error: '' })

  function add(parts: string[], typed: string) {
    const known = new Set(value.map((tag) => tag.toLowerCase()))
    const added: string[] = []
    for (const part of parts.map((one) => one.trim()).filter(Boolean)) {
      if (!known.has(part.toLowerCase())) added.push(part)
      known.add(part.toLowerCase())
    }
    const [only = ''] = parts
    if (added.length > 0) {
      onChange([...value, ...added].slice(0, max ?? undefined))
      setDraft({ text: '', error: '' })
    } else if (only.trim() !== '') setDraft({ text: typed, error: `${only.trim()} is already in the list` })
    else setDraft({ text: typed, error: '' })
  }

  return (
    <>
      <ul>
        {value.map((tag, at) => (
          <li key={tag}>
            <span>{tag}</span>
            <button
              onClick={() => {
                flushSync(() => onChange(value.toSpliced(at, 1)))
                input.current?.focus()
              }}
            >
              {`Remove ${tag}`}
            </button>
          </li>
        ))}
      </ul>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={input}
        value={draft.text}
        disabled={max !== undefined && value.length >= max}
        onChange={({ target }) => {
          const parts = target.value.split(',')
          if (parts.length > 1) add(parts, parts.join(''))
          else setDraft({ text: target.value, error: '' })
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter') add([draft.text], draft.text)
          if (key === 'Backspace' && draft.text === '' && value.length) onChange(value.slice(0, value.length - 1))
        }}
      />
      {draft.error && <div role="alert">{draft.error}</div>}
    </>
  )
}
