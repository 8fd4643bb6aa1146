export interface StarRatingProps {
  label: string
  value: number | null
  onChange?: (value: number) => void
  max?: number
  readOnly?: boolean
}

export function StarRating({ label, value, onChange, max = 5, readOnly = false }: StarRatingProps) {
  return <div>{label}</div>
}
