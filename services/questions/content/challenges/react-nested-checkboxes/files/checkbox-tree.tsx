export interface Item {
  id: string
  label: string
  children?: readonly Item[]
}

export interface CheckboxTreeProps {
  items: readonly Item[]
  onChange: (ids: string[]) => void
}

export function CheckboxTree({ items, onChange }: CheckboxTreeProps) {
  return (
    <ul>
      {items.map(({ id, label }) => (
        <li key={id}>
          <label>
            <input type="checkbox" />
            {label}
          </label>
        </li>
      ))}
    </ul>
  )
}
