import { useEffect, useInsertionEffect, useRef, useState } from 'react'

export type Search = (query: string, signal: AbortSignal) => Promise<string[]>

export interface SearchState {
  results: string[]
  isLoading: boolean
  error: string | null
}

const idle: SearchState = { results: [], isLoading: false, error: null }

export function useSearch(query: string, search: Search): SearchState {
  const [state, setState] = useState(idle)
  const text = query.trim()
  const run = useRef(search)
  useInsertionEffect(() => {
    run.current = search
  })

  useEffect(() => {
    if (!text) {
      setState(idle)
      return
    }
    let isCurrent = true
    const controller = new AbortController()
    const load = async () => {
      setState(({ results }) => ({ results, isLoading: true, error: null }))
      try {
        const results = await run.current(text, controller.signal)
        if (isCurrent) setState({ results, isLoading: false, error: null })
      } catch {
        if (isCurrent) setState(({ results }) => ({ results, isLoading: false, error: 'Something went wrong' }))
      }
    }
    load()
    return () => {
      isCurrent = false
      controller.abort()
    }
  }, [text])

  return state
}
