export interface Item {
  id: string
  text: string
}

export interface SortableListProps {
  label: string
  items: readonly Item[]
  onReorder: (items: readonly Item[]) => void
}

export function SortableList({ label, items, onReorder }: SortableListProps) {
  return (
    <ul aria-label={label}>
      {items.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  )
}
