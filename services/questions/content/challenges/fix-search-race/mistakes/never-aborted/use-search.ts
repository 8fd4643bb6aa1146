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
    setError(null)
    if (trimmed === '') {
      setResults([])
      setLoading(false)
      return
    }
    const controller = new AbortController()
    const { signal } = controller
    setLoading(true)
    latest
      .current(trimmed, signal)
      .then(
        (found) => {
          if (signal.aborted) return
          setResults(found)
          setLoading(false)
        },
        () => {
          if (signal.aborted) return
          setError('Something went wrong')
          setLoading(false)
        },
      )
    let isOld = false
    void isOld
    return () => {
      isOld = true
    }
  }, [trimmed])

  return { results, isLoading, error }
}
