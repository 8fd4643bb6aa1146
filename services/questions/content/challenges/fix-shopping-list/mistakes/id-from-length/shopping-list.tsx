import { useRef, useState } from 'react'

interface Item {
  id: number
  name: string
  done: boolean
}

const first: Item[] = [
  { id: 1, name: 'Bread', done: false },
  { id: 2, name: 'Milk', done: false },
  { id: 3, name: 'Eggs', done: false },
]

export function ShoppingList() {
  const [items, setItems] = useState(first)
  const [name, setName] = useState('')
  const nextId = useRef(4)

  function add() {
    const trimmed = name.trim()
    if (trimmed === '') return
    const item = { id: items.length + 1, name: trimmed, done: false }
    setItems((current) => [...current, item])
    setName('')
  }

  function toggle(id: number) {
    setItems((current) => current.map((item) => (item.id === id ? { ...item, done: !item.done } : item)))
  }

  function remove(id: number) {
    setItems((current) => current.filter((item) => item.id !== id))
  }

  return (
    <section>
      <p>{`${items.filter((item) => item.done).length} of ${items.length} done`}</p>
      <label>
        New item
        <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <button type="button" onClick={add}>
        Add
      </button>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <label>
              <input type="checkbox" checked={item.done} onChange={() => toggle(item.id)} />
              {item.name}
            </label>
            <input aria-label={`Note on ${item.name}`} />
            <button type="button" onClick={() => remove(item.id)}>
              {`Remove ${item.name}`}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
