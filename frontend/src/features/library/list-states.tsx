import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useLibraryMessages } from './messages.en.ts'

/** A list that is loading, failed, empty, or has nothing for this choice; else the list itself. */
export function ListStates<Item>({
  items,
  error,
  onRetry,
  isFiltered = false,
  onClear,
  empty,
  children,
}: {
  items: readonly Item[] | undefined
  error: unknown
  onRetry: () => void
  isFiltered?: boolean
  onClear?: () => void
  /** Words of one's own for a list without any entry. */
  empty?: { title: string; text: string } | undefined
  children: (items: readonly Item[]) => ReactNode
}) {
  const messages = useLibraryMessages()
  if (!items)
    return error ? <LoadFailed error={error} onRetry={onRetry} /> : <Skeleton heights={[6, 6, 6, 6]} />
  if (items.length > 0) return children(items)
  if (isFiltered) {
    return (
      <EmptyState
        title={messages.noMatchTitle}
        text={messages.noMatchText}
        action={
          <Button variant="primary" onClick={onClear}>
            {messages.showAll}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title={empty?.title ?? messages.emptyTitle}
      text={empty?.text ?? messages.emptyText}
      action={
        <ButtonLink to="/questions" variant="primary">
          {messages.toPractice}
        </ButtonLink>
      }
    />
  )
}
