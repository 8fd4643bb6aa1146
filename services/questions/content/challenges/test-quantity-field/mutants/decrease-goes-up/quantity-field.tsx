import { useState } from 'react'

interface Props {
  value: number
  max: number
  onChange: (value: number) => void
}

export function QuantityField({ value, max, onChange }: Props) {
  const [draft, setDraft] = useState<string | null>(null)

  function commit() {
    if (draft === null) return
    setDraft(null)
    if (!/^-?\d+$/.test(draft.trim())) return
    const next = Math.min(Math.max(Number(draft), 1), max)
    if (next !== value) onChange(next)
  }

  return (
    <div role="group" aria-label="Amount">
      <button type="button" disabled={value <= 1} onClick={() => onChange(value + 1)}>
        Decrease
      </button>
      <input
        aria-label="Quantity"
        inputMode="numeric"
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key === 'Escape') setDraft(null)
        }}
      />
      <button type="button" disabled={value >= max} onClick={() => onChange(value + 1)}>
        Increase
      </button>
    </div>
  )
}
