import { type KeyboardEvent, useId, useState } from 'react'

export interface AutocompleteProps {
  label: string
  options: readonly string[]
  onSelect: (option: string) => void
}

export function Autocomplete({ label, options, onSelect }: AutocompleteProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const prefix = useId()

  const wanted = text.trim().toLowerCase()
  const matches = wanted && isOpen ? options.filter((option) => placeOf(option, wanted) >= 0).slice(0, 5) : []
  const isExpanded = matches.length > 0
  const activeOption = matches[active]

  function search(text: string) {
    setText(text)
    setOpen(true)
    setActive(-1)
  }

  function select(option: string) {
    setText(option)
    close()
    onSelect(option)
  }

  function close() {
    setOpen(false)
    setActive(-1)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && activeOption !== undefined) {
      event.preventDefault()
      select(activeOption)
    } else if (event.key === 'ArrowDown') {
      event.preventDefault()
      setOpen(true)
      setActive(isExpanded ? (active + 1) % matches.length : 0)
    } else if (event.key === 'ArrowUp') {
      event.preventDefault()
      setActive(active > 0 ? active - 1 : matches.length - 1)
    }
  }

  return (
    <div>
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={isExpanded}
        aria-autocomplete="list"
        aria-controls={isExpanded ? `${prefix}-list` : undefined}
        aria-activedescendant={activeOption === undefined ? undefined : `${prefix}-option`}
        autoComplete="off"
        value={text}
        onChange={(event) => search(event.target.value)}
        onKeyDown={handleKey}
      />
      {isExpanded && (
        <ul role="listbox" id={`${prefix}-list`} aria-label={label}>
          {matches.map((option, at) => (
            <li
              role="option"
              key={option}
              id={`${prefix}-option`}
              aria-selected={at === active}
              onClick={() => select(option)}
            >
              <Marked text={option} from={placeOf(option, wanted)} length={wanted.length} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const placeOf = (option: string, wanted: string) => option.toLowerCase().indexOf(wanted)

function Marked({ text, from, length }: { text: string; from: number; length: number }) {
  return (
    <>
      {text.slice(0, from)}
      <mark>{text.slice(from, from + length)}</mark>
      {text.slice(from + length)}
    </>
  )
}
