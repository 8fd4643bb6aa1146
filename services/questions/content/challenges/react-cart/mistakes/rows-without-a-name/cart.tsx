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

export type CartAction =
  | { type: 'add'; product: Product }
  | { type: 'set'; id: string; quantity: number }
  | { type: 'remove'; id: string }
  | { type: 'clear' }

export function cartReducer(items: readonly CartItem[], action: CartAction): readonly CartItem[] {
  if (action.type === 'clear') return items.length === 0 ? items : []

  const id = action.type === 'add' ? action.product.id : action.id
  const index = items.findIndex(({ product }) => product.id === id)
  const item = items[index]
  if (!item) return action.type === 'add' ? [...items, { product: action.product, quantity: 1 }] : items

  const quantity = quantityAfter(item, action)
  if (quantity === item.quantity) return items
  return quantity > 0 ? items.with(index, { ...item, quantity }) : items.toSpliced(index, 1)
}

function quantityAfter({ quantity }: CartItem, action: CartAction): number {
  if (action.type === 'add') return quantity + 1
  return action.type === 'set' ? action.quantity : 0
}

export function Cart({ products }: { products: readonly Product[] }) {
  const [items, dispatch] = useReducer(cartReducer, [])
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const cents = items.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0)

  return (
    <div>
      {products.map((product) => (
        <button key={product.id} onClick={() => dispatch({ type: 'add', product })}>{`Add ${product.name}`}</button>
      ))}
      <ul>
        {items.map(({ product: { id, name }, quantity }) => (
          <li key={id}>
            <Quantity name={name} value={quantity} onChange={(quantity) => dispatch({ type: 'set', id, quantity })} />
            <button onClick={() => dispatch({ type: 'remove', id })}>{`Remove ${name}`}</button>
          </li>
        ))}
      </ul>
      <p role="status">
        {count === 0 ? 'Your cart is empty' : `${count} ${count === 1 ? 'item' : 'items'}, $${(cents / 100).toFixed(2)}`}
      </p>
      {count > 0 && <button onClick={() => dispatch({ type: 'clear' })}>Clear</button>}
    </div>
  )
}

/** A field that is empty while the user types another number has no quantity yet. */
function Quantity({ name, value, onChange }: { name: string; value: number; onChange: (quantity: number) => void }) {
  const [isEmpty, setEmpty] = useState(false)
  return (
    <input
      type="number"
      aria-label={`Quantity of ${name}`}
      value={isEmpty ? '' : value}
      onChange={({ target }) => {
        setEmpty(target.value === '')
        if (target.value !== '') onChange(target.valueAsNumber)
      }}
      onBlur={() => setEmpty(false)}
    />
  )
}
