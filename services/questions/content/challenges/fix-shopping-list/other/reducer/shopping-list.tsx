import { useReducer, useState } from 'react'

interface Item {
  id: number
  name: string
  done: boolean
}

interface State {
  items: Item[]
  nextId: number
}

type Action = { add: string } | { toggle: number } | { remove: number }

function reduce({ items, nextId }: State, action: Action): State {
  if ('add' in action) {
    return { items: items.concat({ id: nextId, name: action.add, done: false }), nextId: nextId + 1 }
  }
  if ('toggle' in action) {
    return { nextId, items: items.map((item) => ({ ...item, done: item.done !== (item.id === action.toggle) })) }
  }
  return { nextId, items: items.filter(({ id }) => id !== action.remove) }
}

const start: State = {
  items: ['Bread', 'Milk', 'Eggs'].map((name, id) => ({ id, name, done: false })),
  nextId: 3,
}

export function ShoppingList() {
  const [{ items }, dispatch] = useReducer(reduce, start)
  const [name, setName] = useState('')

  return (
    <section>
      <p>{`${items.filter((item) => item.done).length} of ${items.length} done`}</p>
      <label>
        New item
        <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      <button
        type="button"
        onClick={() => {
          if (!name.trim()) return
          dispatch({ add: name.trim() })
          setName('')
        }}
      >
        Add
      </button>
      <ul>
        {items.map(({ id, name, done }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={done} onChange={() => dispatch({ toggle: id })} />
              {name}
            </label>
            <input aria-label={`Note on ${name}`} />
            <button type="button" onClick={() => dispatch({ remove: id })}>{`Remove ${name}`}</button>
          </li>
        ))}
      </ul>
    </section>
  )
}
