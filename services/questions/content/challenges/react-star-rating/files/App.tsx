import { useState } from 'react'
import { StarRating } from './star-rating'
import './styles.css'

export default function App() {
  const [value, setValue] = useState<number | null>(2)

  return (
    <main>
      <h1>Espresso machine</h1>
      <StarRating label="Your rating" value={value} onChange={setValue} />
      <button type="button" onClick={() => setValue(null)}>
        Remove rating
      </button>
      <h2>Rating of all customers</h2>
      <StarRating label="All customers" value={4} readOnly />
    </main>
  )
}
