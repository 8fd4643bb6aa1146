import { useState } from 'react'

export interface Item {
  id: string
  label: string
  children?: readonly Item[]
}

export interface CheckboxTreeProps {
  items: readonly Item[]
  onChange: (ids: string[]) => void
}

const leavesOf = ({ id, children }: Item): string[] => [id, ...(children?.flatMap(leavesOf) ?? [])]

export function CheckboxTree({ items, onChange }: CheckboxTreeProps) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())

  function toggle(item: Item) {
    const leaves = leavesOf(item)
    const isFull = leaves.every((id) => checked.has(id))
    const changed = items.flatMap(leavesOf).filter((id) => (leaves.includes(id) ? !isFull : checked.has(id)))
    setChecked(new Set(changed))
    onChange(changed)
  }

  return <List items={items} checked={checked} onToggle={toggle} />
}

interface ListProps {
  items: readonly Item[]
  checked: ReadonlySet<string>
  onToggle: (item: Item) => void
}

function List({ items, checked, onToggle }: ListProps) {
  return (
    <ul>
      {items.map((item) => {
        const leaves = leavesOf(item)
        const count = leaves.filter((id) => checked.has(id)).length
        return (
          <li key={item.id}>
            <label>
              <input
                type="checkbox"
                checked={count === leaves.length}
                ref={(element) => {
                  if (element) element.indeterminate = count > 0 && count < leaves.length
                }}
                onChange={() => onToggle(item)}
              />
              {item.label}
            </label>
            {item.children && item.children.length > 0 && (
              <List items={item.children} checked={checked} onToggle={onToggle} />
            )}
          </li>
        )
      })}
    </ul>
  )
}
