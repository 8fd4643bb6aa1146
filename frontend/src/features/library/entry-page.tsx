import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { ApiError } from '../../shared/api/api-error.ts'
import { ButtonLink } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import styles from './library.module.css'
import { entryQuery } from './library-query.ts'
import { useLibraryMessages } from './messages.en.ts'

/** One entry of the library, with the way back to its list. */
export function EntryPage<Entry>({
  path,
  list,
  back,
  title,
  children,
}: {
  /** Where its list is read. */
  path: string
  /** Where its list is shown, and what that is called. */
  list: string
  back: string
  title: string
  children: (entry: Entry, back: ReactNode) => ReactNode
}) {
  const messages = useLibraryMessages()
  const { id = '' } = useParams()
  const { data: entry, error, refetch } = useQuery(entryQuery<Entry>(path, id))
  const missing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  if (entry) {
    return children(
      entry,
      <Link to={list} className={styles.back}>
        {back}
      </Link>,
    )
  }
  return (
    <Page title={title}>
      {!error && <Skeleton heights={[2.5, 1.5, 20]} />}
      {error && !missing && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {missing && (
        <EmptyState
          title={messages.missingTitle}
          text={messages.missingText}
          action={
            <ButtonLink to={list} variant="primary">
              {back}
            </ButtonLink>
          }
        />
      )}
    </Page>
  )
}
