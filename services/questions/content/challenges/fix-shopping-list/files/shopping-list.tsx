import { useState } from 'react'

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

  function add() {
    const trimmed = name.trim()
    if (trimmed === '') return
    setItems([...items, { id: items.length + 1, name: trimmed, done: false }])
    setName('')
  }

  function toggle(id: number) {
    const item = items.find((item) => item.id === id)
    if (item) item.done = !item.done
    setItems(items)
  }

  function remove(id: number) {
    setItems(items.filter((item) => item.id !== id))
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
        {items.map((item, index) => (
          <li key={index}>
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
