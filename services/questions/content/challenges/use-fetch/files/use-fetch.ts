export interface FetchState<T> {
  status: 'idle' | 'loading' | 'success' | 'error'
  data: T | undefined
  error: Error | undefined
  reload: () => void
}

export function useFetch<T>(url: string | null, fetcher: typeof fetch = fetch): FetchState<T> {
  return { status: 'idle', data: undefined, error: undefined, reload: () => {} }
}
