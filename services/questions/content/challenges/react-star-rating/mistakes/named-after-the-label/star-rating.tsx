import { useState } from 'react'

export interface StarRatingProps {
  label: string
  value: number | null
  onChange?: (value: number) => void
  max?: number
  readOnly?: boolean
}

export function StarRating({ label, value, onChange, max = 5, readOnly = false }: StarRatingProps) {
  const [hovered, setHovered] = useState<number | null>(null)
  const numbers = Array.from({ length: max }, (_, index) => index + 1)
  const shown = hovered ?? value ?? 0
  const starOf = (number: number) => (number <= shown ? '★' : '☆')

  if (readOnly) {
    return (
      <span role="img" aria-label={value === null ? 'No rating' : `${value} of ${max} stars`}>
        {numbers.map(starOf)}
      </span>
    )
  }
  return (
    <fieldset>
      <legend>{label}</legend>
      {numbers.map((number) => (
        <label key={number} onMouseEnter={() => setHovered(number)} onMouseLeave={() => setHovered(null)}>
          <input
            type="radio"
            name={label}
            aria-label={number === 1 ? '1 star' : `${number} stars`}
            checked={number === value}
            onChange={() => onChange?.(number)}
          />
          <span aria-hidden="true">{starOf(number)}</span>
        </label>
      ))}
    </fieldset>
  )
}
