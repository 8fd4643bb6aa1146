import { useEffect, useEffectEvent, useState } from 'react'

export interface FetchState<T> {
  status: 'idle' | 'loading' | 'success' | 'error'
  data: T | undefined
  error: Error | undefined
  reload: () => void
}

interface Result<T> {
  url: string
  attempt: number
  data?: T
  error?: Error
}

export function useFetch<T>(url: string | null, fetcher: typeof fetch = fetch): FetchState<T> {
  const [attempt, setAttempt] = useState(0)
  const [result, setResult] = useState<Result<T> | null>(null)

  const request = useEffectEvent((url: string, signal: AbortSignal) => fetcher(url, { signal }))

  useEffect(() => {
    if (url === null) return
    const controller = new AbortController()
    const { signal } = controller

    async function load(url: string): Promise<Result<T>> {
      try {
        const response = await request(url, signal)
        if (!response.ok) throw new Error(`HTTP ${response.status}`)
        return { url, attempt, data: await response.json() }
      } catch (error) {
        return { url, attempt, error: error as Error }
      }
    }

    load(url).then((loaded) => {
      if (!signal.aborted) setResult(loaded)
    })
    return () => controller.abort()
  }, [url, attempt])

  const reload = () => setAttempt(attempt + 1)
  const current = result?.url === url && result.attempt === attempt ? result : null
  const { data, error } = current ?? {}
  if (current === null) return { status: 'loading', data, error, reload }
  return { status: error ? 'error' : 'success', data, error, reload }
}
