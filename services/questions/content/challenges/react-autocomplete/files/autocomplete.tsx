export interface AutocompleteProps {
  label: string
  options: readonly string[]
  onSelect: (option: string) => void
}

export function Autocomplete({ label, options, onSelect }: AutocompleteProps) {
  return <input aria-label={label} />
}
