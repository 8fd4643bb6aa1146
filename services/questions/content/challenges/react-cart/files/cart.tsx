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
  return items
}

export function Cart({ products }: { products: readonly Product[] }) {
  return (
    <div>
      {products.map((product) => (
        <button key={product.id}>{`Add ${product.name}`}</button>
      ))}
      <p role="status">Your cart is empty</p>
    </div>
  )
}
