import { useId, useReducer } from 'react'

export interface AutocompleteProps {
  label: string
  options: readonly string[]
  onSelect: (option: string) => void
}

interface State {
  text: string
  isOpen: boolean
  active: string | null
}

type Action =
  | { type: 'typed'; text: string }
  | { type: 'moved'; to: string | undefined }
  | { type: 'closed' }
  | { type: 'selected'; option: string }

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'typed':
      return { text: action.text, isOpen: true, active: null }
    case 'moved':
      return { ...state, isOpen: true, active: action.to ?? null }
    case 'closed':
      return { ...state, isOpen: false, active: null }
    case 'selected':
      return { text: action.option, isOpen: false, active: null }
  }
}

export function Autocomplete({ label, options, onSelect }: AutocompleteProps) {
  const [{ text, isOpen, active }, dispatch] = useReducer(reduce, { text: '', isOpen: false, active: null })
  const listId = useId()
  const wanted = text.trim().toLowerCase()
  const matches = wanted === '' ? [] : options.filter((option) => option.toLowerCase().includes(wanted)).slice(0, 5)
  const isExpanded = isOpen && matches.length > 0
  const at = active === null ? -1 : matches.indexOf(active)

  const select = (option: string) => {
    dispatch({ type: 'selected', option })
    onSelect(option)
  }

  const keys: Record<string, () => void> = {
    ArrowDown: () => dispatch({ type: 'moved', to: matches[at + 1] ?? matches[0] }),
    ArrowUp: () => dispatch({ type: 'moved', to: matches.at(at < 0 ? -1 : at - 1) }),
    Escape: () => dispatch({ type: 'closed' }),
    Enter: () => active !== null && select(active),
  }

  return (
    <>
      <label>
        {label}
        <input
          role="combobox"
          aria-expanded={isExpanded}
          aria-controls={listId}
          aria-activedescendant={at < 0 ? undefined : listId + at}
          value={text}
          onChange={({ target }) => dispatch({ type: 'typed', text: target.value })}
          onKeyDown={(event) => {
            const run = keys[event.key]
            if (!run) return
            event.preventDefault()
            run()
          }}
        />
      </label>
      {isExpanded && (
        <div role="listbox" id={listId}>
          {matches.map((option, index) => {
            const from = option.toLowerCase().indexOf(wanted)
            const to = from + wanted.length
            return (
              <div role="option" tabIndex={-1} key={option} id={listId + index} aria-selected={option === active} onClick={() => select(option)}>
                {option.slice(0, from)}
                <mark>{option.slice(from, to)}</mark>
                {option.slice(to)}
              </div>
            )
          })}
        </div>
      )}
    </>
  )
}
