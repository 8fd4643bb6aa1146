import { useState } from 'react'

export interface TransferListProps {
  left: readonly string[]
  right: readonly string[]
  onChange: (left: readonly string[], right: readonly string[]) => void
}

type Side = 'Available' | 'Selected'
interface Item {
  name: string
  side: Side
  isChecked: boolean
}

const on = (items: readonly Item[], side: Side) => items.filter((item) => item.side === side)
const namesOn = (items: readonly Item[], side: Side) => on(items, side).map(({ name }) => name)

export function TransferList({ left, right, onChange }: TransferListProps) {
  const [items, setItems] = useState<Item[]>(() => [
    ...left.map((name): Item => ({ name, side: 'Available', isChecked: false })),
    ...right.map((name): Item => ({ name, side: 'Selected', isChecked: false })),
  ])

  const move = (isMoved: (item: Item) => boolean, side: Side) => {
    const moved = items.filter(isMoved).map(({ name }) => ({ name, side, isChecked: false }))
    const next = [...items.filter((item) => !isMoved(item)), ...moved]
    setItems(next)
    onChange(namesOn(next, 'Available'), namesOn(next, 'Selected'))
  }

  const list = (side: Side) => (
    <section role="group" aria-label={side}>
      <span>{`${on(items, side).filter(({ isChecked }) => isChecked).length} of ${on(items, side).length} checked`}</span>
      <ul>
        {on(items, side).map(({ name, isChecked }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={isChecked}
                onChange={({ target }) =>
                  setItems(items.map((item) => (item.name === name ? { ...item, isChecked: target.checked } : item)))
                }
              />
              {name}
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
  const button = (what: 'checked' | 'all', to: Side) => {
    const isMoved = (item: Item) => item.side !== to && (what === 'all' || item.isChecked)
    return (
      <button disabled={!items.some(isMoved)} onClick={() => move(isMoved, to)}>
        {`Move ${what} to ${to}`}
      </button>
    )
  }

  return (
    <>
      {list('Available')}
      {button('checked', 'Selected')}
      {button('all', 'Selected')}
      {button('all', 'Available')}
      {button('checked', 'Available')}
      {list('Selected')}
    </>
  )
}
