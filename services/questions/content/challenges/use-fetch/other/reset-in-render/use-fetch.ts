import { useEffect, useRef, useState } from 'react'

type Status = 'idle' | 'loading' | 'success' | 'error'
export interface FetchState<T> {
  status: Status
  data: T | undefined
  error: Error | undefined
  reload: () => void
}

export function useFetch<T>(url: string | null, fetcher: typeof fetch = fetch): FetchState<T> {
  const start = { url, status: (url === null ? 'idle' : 'loading') as Status, data: undefined, error: undefined }
  const [count, setCount] = useState(0)
  const [state, setState] = useState<Omit<FetchState<T>, 'reload'> & { url: string | null }>(start)
  const latest = useRef(fetcher)
  if (state.url !== url) setState(start)

  useEffect(() => {
    latest.current = fetcher
  })

  useEffect(() => {
    if (url === null) return undefined
    const controller = new AbortController()
    const end = (result: Pick<FetchState<T>, 'status' | 'data' | 'error'>) => {
      if (!controller.signal.aborted) setState({ url, ...result })
    }
    latest
      .current(url, { signal: controller.signal })
      .then((response) => (response.ok ? response.json() : Promise.reject(new Error(`HTTP ${response.status}`))))
      .then(
        (data) => end({ status: 'success', data, error: undefined }),
        (error) => end({ status: 'error', data: undefined, error }),
      )
    return () => controller.abort()
  }, [url, count])

  const { status, data, error } = state.url === url ? state : start
  return {
    status,
    data,
    error,
    reload: () => {
      setCount(count + 1)
      setState(start)
    },
  }
}
