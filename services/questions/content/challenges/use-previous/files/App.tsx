import { useState } from 'react'
import './styles.css'
import { usePrevious } from './use-previous'

/** An arrow shows whether the price went up or down. Renaming the product renders again without a new price. */
export default function App() {
  const [name, setName] = useState('Coffee')
  const [price, setPrice] = useState(10)
  const previous = usePrevious(price)

  return (
    <main>
      <h1>{name}</h1>
      <p className="price">
        ${price} {typeof previous === 'number' && previous !== price ? (previous < price ? '▲' : '▼') : ''}
      </p>
      <p>Before the last change: {previous === undefined ? 'undefined' : `$${previous}`}</p>
      <button type="button" onClick={() => setPrice(price + 2)}>
        Raise
      </button>{' '}
      <button type="button" onClick={() => setPrice(price - 1)}>
        Lower
      </button>{' '}
      <label>
        Name <input value={name} onChange={(event) => setName(event.target.value)} />
      </label>
    </main>
  )
}
