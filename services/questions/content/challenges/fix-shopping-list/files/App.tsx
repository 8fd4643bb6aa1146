import { ShoppingList } from './shopping-list'
import './styles.css'

export default function App() {
  return (
    <main>
      <h1>Shopping list</h1>
      <ShoppingList />
    </main>
  )
}
