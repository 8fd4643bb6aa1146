import { useState } from 'react'
import { useSearch } from './use-search'

export function SearchPage() {
  const [query, setQuery] = useState('')
  const { products, isLoading, error } = useSearch(query.trim())

  return (
    <main aria-busy={isLoading}>
      <h1>Search</h1>
      <label>
        Product
        <input type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
      </label>
      {error !== null && <p role="alert">{error}</p>}
      <ul>
        {products.map((product, index) => (
          <li key={index}>
            {product.name} <input type="number" defaultValue={1} aria-label={`Quantity of ${product.name}`} />
          </li>
        ))}
      </ul>
    </main>
  )
}
