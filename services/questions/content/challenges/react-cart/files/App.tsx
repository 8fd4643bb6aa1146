import { Cart } from './cart'
import './styles.css'

const products = [
  { id: 'tea', name: 'Tea', price: 350 },
  { id: 'cup', name: 'Cup', price: 550 },
  { id: 'kettle', name: 'Kettle', price: 4_900 },
]

export default function App() {
  return (
    <main>
      <h1>Tea shop</h1>
      <Cart products={products} />
    </main>
  )
}
