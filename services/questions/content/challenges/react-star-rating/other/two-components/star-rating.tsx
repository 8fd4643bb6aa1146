import { useId, useState } from 'react'

export interface StarRatingProps {
  label: string
  value: number | null
  onChange?: (value: number) => void
  max?: number
  readOnly?: boolean
}

export function StarRating({ readOnly, value, max = 5, label, onChange }: StarRatingProps) {
  if (!readOnly) return <Chooser label={label} value={value} max={max} onChange={onChange} />
  const filled = value ?? 0
  return (
    <div role="img" aria-label={filled ? `${filled} of ${max} stars` : 'No rating'}>
      {'★'.repeat(filled) + '☆'.repeat(max - filled)}
    </div>
  )
}

interface ChooserProps {
  label: string
  value: number | null
  max: number
  onChange: ((value: number) => void) | undefined
}

function Chooser({ label, value, max, onChange }: ChooserProps) {
  const [preview, setPreview] = useState(0)
  const group = useId()
  const options = []
  for (let stars = 1; stars <= max; stars++) {
    options.push(
      <label key={stars} onPointerOver={() => setPreview(stars)}>
        <input
          type="radio"
          name={group}
          checked={stars === value}
          onChange={() => onChange?.(stars)}
          aria-label={`${stars} star${stars > 1 ? 's' : ''}`}
        />
        <i aria-hidden="true">{stars <= (preview || value || 0) ? '★' : '☆'}</i>
      </label>,
    )
  }
  return (
    <fieldset>
      <legend>{label}</legend>
      <div onMouseLeave={() => setPreview(0)}>{options}</div>
    </fieldset>
  )
}
