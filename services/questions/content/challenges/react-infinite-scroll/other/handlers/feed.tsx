import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'

export interface Page {
  items: readonly string[]
  hasMore: boolean
}

export interface FeedProps {
  loadPage: (page: number) => Promise<Page>
  observe: (element: Element, onVisible: () => void) => () => void
}

interface State {
  items: readonly string[]
  page: number
  isLoading: boolean
  hasFailed: boolean
  hasMore: boolean
}
const initial: State = { items: [], page: 1, isLoading: true, hasFailed: false, hasMore: true }

export function Feed({ loadPage, observe }: FeedProps) {
  const [state, change] = useReducer((state: State, part: Partial<State>) => ({ ...state, ...part }), initial)
  const latest = useRef({ loadPage, observe, state })
  const request = useRef(0)

  useLayoutEffect(() => {
    latest.current = { loadPage, observe, state }
  })

  const load = useCallback(async () => {
    const { loadPage, state } = latest.current
    const own = ++request.current
    change({ isLoading: true, hasFailed: false })
    try {
      const { items, hasMore } = await loadPage(state.page)
      if (own === request.current)
        change({ items: [...state.items, ...items], page: state.page + 1, hasMore, isLoading: false })
    } catch {
      if (own === request.current) change({ isLoading: false, hasFailed: true })
    }
  }, [])

  useEffect(() => {
    load()
    return () => {
      request.current++
    }
  }, [load])

  const watch = useCallback(
    (element: HTMLElement) => {
      let isPending = false
      return latest.current.observe(element, () => {
        if (!isPending) load()
        isPending = true
      })
    },
    [load],
  )

  const { items, isLoading, hasFailed, hasMore } = state
  return (
    <section>
      <ol>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
      {hasMore && !isLoading && !hasFailed && <span ref={watch} />}
      {isLoading && <p>Loading…</p>}
      {!hasMore && <p>End of the list</p>}
      {hasFailed && (
        <div role="alert">
          <button onClick={load}>Try again</button>
        </div>
      )}
    </section>
  )
}
