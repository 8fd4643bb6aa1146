export interface TagsInputProps {
  label: string
  value: readonly string[]
  onChange: (tags: readonly string[]) => void
  max?: number | undefined
}

export function TagsInput({ label, value, onChange, max = Infinity }: TagsInputProps) {
  return (
    <div>
      <ul></ul>
      <input aria-label={label} />
    </div>
  )
}
