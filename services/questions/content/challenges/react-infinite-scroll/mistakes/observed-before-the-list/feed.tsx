import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Page {
  items: readonly string[]
  hasMore: boolean
}

export interface FeedProps {
  loadPage: (page: number) => Promise<Page>
  observe: (element: Element, onVisible: () => void) => () => void
}

type Status = 'loading' | 'waiting' | 'failed' | 'done'

export function Feed({ loadPage, observe }: FeedProps) {
  const [pages, setPages] = useState<readonly Page[]>([])
  const [status, setStatus] = useState<Status>('loading')
  const end = useRef<HTMLDivElement>(null)

  const load = useEffectEvent((page: number) => loadPage(page))
  const watch = useEffectEvent((element: Element) => observe(element, () => setStatus('loading')))

  useEffect(() => {
    if (status !== 'loading') return
    let isCurrent = true
    load(pages.length + 1).then(
      (page) => {
        if (!isCurrent) return
        setPages([...pages, page])
        setStatus(page.hasMore ? 'waiting' : 'done')
      },
      () => {
        if (isCurrent) setStatus('failed')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [status, pages])

  useEffect(() => {
    if (status === 'waiting' && end.current) return watch(end.current)
  }, [status])

  return (
    <div>
      <div ref={end} />
      <ul>
        {pages.flatMap(({ items }) => items.map((item) => <li key={item}>{item}</li>))}
      </ul>
      {status === 'loading' && <p>Loading…</p>}
      {status === 'done' && <p>End of the list</p>}
      {status === 'failed' && (
        <p role="alert">
          Loading failed. <button onClick={() => setStatus('loading')}>Try again</button>
        </p>
      )}
    </div>
  )
}
