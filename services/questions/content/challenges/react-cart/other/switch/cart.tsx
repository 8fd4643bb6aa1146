import { useReducer, useState } from 'react'

export interface Product {
  id: string
  name: string
  price: number
}
export interface CartItem {
  product: Product
  quantity: number
}
type Items = readonly CartItem[]

export type CartAction =
  | { type: 'add'; product: Product }
  | { type: 'set'; id: string; quantity: number }
  | { type: 'remove'; id: string }
  | { type: 'clear' }

const same = (one: Items, other: Items) => one.length === other.length && one.every((item, at) => item === other[at])

export function cartReducer(items: Items, action: CartAction): Items {
  const next = reduce(items, action)
  return same(next, items) ? items : next
}

function withQuantity(items: Items, id: string, change: (quantity: number) => number): Items {
  return items
    .map((item) => {
      if (item.product.id !== id) return item
      const quantity = change(item.quantity)
      return quantity === item.quantity ? item : { ...item, quantity }
    })
    .filter(({ quantity }) => quantity > 0)
}

function reduce(items: Items, action: CartAction): Items {
  switch (action.type) {
    case 'add': {
      const { product } = action
      const isIn = items.some((item) => item.product.id === product.id)
      return isIn ? withQuantity(items, product.id, (n) => n + 1) : items.concat({ product, quantity: 1 })
    }
    case 'set':
      return withQuantity(items, action.id, () => action.quantity)
    case 'remove':
      return items.filter((item) => item.product.id !== action.id)
    case 'clear':
      return []
  }
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', useGrouping: false })

function summaryOf(items: Items): string {
  let [count, cents] = [0, 0]
  for (const { product, quantity } of items) {
    count += quantity
    cents += quantity * product.price
  }
  if (count === 0) return 'Your cart is empty'
  return `${count} item${count > 1 ? 's' : ''}, ${dollars.format(cents / 100)}`
}

export function Cart({ products }: { products: readonly Product[] }) {
  const [items, dispatch] = useReducer(cartReducer, [])
  return (
    <section>
      {products.map((product) => (
        <button key={product.id} onClick={() => dispatch({ type: 'add', product })}>
          {'Add ' + product.name}
        </button>
      ))}
      <div role="status">{summaryOf(items)}</div>
      <ol>
        {items.map(({ product, quantity }) => (
          <li key={product.id}>
            <strong>{product.name}</strong>
            <label>
              {'Quantity of ' + product.name}
              <NumberField value={quantity} onNumber={(quantity) => dispatch({ type: 'set', id: product.id, quantity })} />
            </label>
            <button onClick={() => dispatch({ type: 'remove', id: product.id })}>{'Remove ' + product.name}</button>
          </li>
        ))}
      </ol>
      {items.length > 0 ? <button onClick={() => dispatch({ type: 'clear' })}>Clear</button> : null}
    </section>
  )
}

/** Keeps what the user types, and reports it once it is a number. */
function NumberField({ value, onNumber }: { value: number; onNumber: (value: number) => void }) {
  const [text, setText] = useState<string | null>(null)
  return (
    <input
      type="number"
      value={text ?? value}
      onChange={({ target }) => {
        setText(target.value)
        if (target.value) onNumber(Number(target.value))
      }}
      onBlur={() => setText(null)}
    />
  )
}
