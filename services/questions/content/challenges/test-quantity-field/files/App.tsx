import { useState } from 'react'
import { QuantityField } from './quantity-field'
import './styles.css'

export default function App() {
  const [quantity, setQuantity] = useState(1)

  return (
    <main>
      <h1>Espresso cups</h1>
      <QuantityField value={quantity} max={5} onChange={setQuantity} />
      <p>
        {quantity} of 5 in the cart: ${quantity * 12}
      </p>
    </main>
  )
}
