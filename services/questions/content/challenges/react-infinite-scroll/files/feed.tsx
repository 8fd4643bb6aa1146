export interface Page {
  items: readonly string[]
  hasMore: boolean
}

export interface FeedProps {
  loadPage: (page: number) => Promise<Page>
  observe: (element: Element, onVisible: () => void) => () => void
}

export function Feed({ loadPage, observe }: FeedProps) {
  return (
    <div>
      <p>Loading…</p>
    </div>
  )
}
