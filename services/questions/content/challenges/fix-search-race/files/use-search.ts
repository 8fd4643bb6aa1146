import { useEffect, useRef, useState } from 'react'

export type Search = (query: string, signal: AbortSignal) => Promise<string[]>

export interface SearchState {
  results: string[]
  isLoading: boolean
  error: string | null
}

export function useSearch(query: string, search: Search): SearchState {
  const [results, setResults] = useState<string[]>([])
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const latest = useRef(search)
  const trimmed = query.trim()

  useEffect(() => {
    latest.current = search
  })

  useEffect(() => {
    if (trimmed === '') return
    const { signal } = new AbortController()
    setLoading(true)
    latest
      .current(trimmed, signal)
      .then(
        (found) => {
          setResults(found)
          setLoading(false)
        },
        () => {
          setError('Something went wrong')
          setLoading(false)
        },
      )
  }, [trimmed])

  return { results, isLoading, error }
}
