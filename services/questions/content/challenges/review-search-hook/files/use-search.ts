import { useEffect, useState } from 'react'
import type { Product } from './types'

const cache = new Map<string, Product[]>()
const delay = 300

export function useSearch(query: string) {
  const [products, setProducts] = useState<Product[]>([])
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<string | null>(null)

  useEffect(() => {
    setError(null)
    if (query === '') {
      setProducts([])
      return
    }
    const cached = cache.get(query)
    if (cached) {
      setProducts(cached)
      return
    }
    async function load() {
      setLoading(true)
      try {
        const response = await fetch(`/api/products?search=${query}`)
        const found: Product[] = await response.json()
        cache.set(query, found)
        setProducts(found)
        setLoading(false)
      } catch {
        setError('The search failed. Please try again.')
      }
    }
    setTimeout(load, delay)
  }, [query])

  return { products, isLoading, error }
}
