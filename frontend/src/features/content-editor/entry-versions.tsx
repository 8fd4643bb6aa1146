import type { EntryVersion } from '@rehearse/contracts'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminHere } from '../../shared/account/account-data.ts'
import { adminKey, editorsQuery } from '../../shared/admin/admin-self.ts'
import { StatusTag } from '../../shared/admin/status-panel.tsx'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { showToast } from '../../shared/ui/toasts.tsx'
import { type Collection, type Entry, kindOf } from './collection.ts'
import styles from './content-editor.module.css'
import { EntryDiff } from './entry-diff.tsx'
import { useContentMessages } from './messages.en.ts'

const PAGE = 20

/** The versions of an entry, each with its changes and a button to restore it. Load it lazily. */
export default function EntryVersions({
  collection,
  entry,
  onRestored,
}: {
  collection: Collection
  entry: Entry
  onRestored: () => void
}) {
  const { versions: messages } = useContentMessages()
  const { toast } = useMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const kind: string = kindOf[collection.name]
  const list = useInfiniteQuery({
    queryKey: adminKey('library', 'versions', kind, entry.id),
    queryFn: ({ pageParam, signal }) =>
      adminApi.get(`/api/admin/versions/${kind}/${entry.id}`, {
        query: { page: pageParam, pageSize: PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasNext ? pagination.page + 1 : undefined),
  })
  const restore = useMutation({
    mutationFn: ({ id }: EntryVersion) =>
      adminApi.post(`/api/admin/versions/${id}/restore`, {
        headers: { 'if-match': `"v${entry.revision}"`, 'idempotency-key': newId() },
      }),
    onSuccess: async ({ message }) => {
      showToast({ tone: 'success', title: toast.success, message })
      onRestored()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['admin', 'data'] }),
        queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
      ])
    },
  })
  const versions = list.data?.pages.flatMap((page) => page.data) ?? []
  const stale = restore.error instanceof ApiError && restore.error.status === 412
  return (
    <div className={styles.versions}>
      {restore.isError && (
        <Alert tone={stale ? 'warning' : 'error'} {...(!stale && { title: messages.restoreFailed })}>
          {stale ? messages.stale : errorText(restore.error)}
        </Alert>
      )}
      {list.isPending && <Skeleton heights={[3, 3, 3]} />}
      {list.isError && (
        <LoadFailed title={messages.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && versions.length === 0 && <p>{messages.none}</p>}
      <ol className="plain-list">
        {versions.map((version, position) => (
          <VersionItem
            key={version.id}
            collection={collection}
            version={version}
            before={versions[position + 1]}
            isCurrent={position === 0}
            pending={restore.isPending}
            onRestore={() => restore.mutate(version)}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messages.older}
        </Button>
      )}
    </div>
  )
}

/** One version: who made it, when and, expanded, its difference from the one before. */
function VersionItem({
  collection,
  version,
  before,
  isCurrent,
  pending,
  onRestore,
}: {
  collection: Collection
  version: EntryVersion
  before: EntryVersion | undefined
  isCurrent: boolean
  pending: boolean
  onRestore: () => void
}) {
  const { versions: messages } = useContentMessages()
  const { common } = useMessages()
  const format = useFormat()
  const { data: editors = [] } = useQuery(editorsQuery)
  const [open, setOpen] = useState(false)
  const { action, changedAt, changedBy, status } = version
  const time = format.moment(changedAt)
  const name = editors.find(({ id }) => id === changedBy)?.name ?? changedBy
  const by = name === null ? messages.starter : changedBy === adminHere() ? messages.byYou : messages.by(name)
  return (
    <li className={styles.version}>
      <p>
        <strong>{messages.actions[action]}</strong>
        {common.comma}
        <time dateTime={changedAt}>{time}</time> <span>{by}</span>
        {isCurrent && ` (${messages.current})`} {status !== null && <StatusTag status={status} />}
      </p>
      <div className={styles.actions}>
        <Button
          size="small"
          variant="ghost"
          aria-expanded={open}
          aria-label={`${messages.changes}: ${time}`}
          onClick={() => setOpen(!open)}
        >
          {messages.changes}
        </Button>
        {!isCurrent && action !== 'deleted' && (
          <Button
            size="small"
            pending={pending}
            aria-label={`${messages.restore}: ${time}`}
            onClick={onRestore}
          >
            {messages.restore}
          </Button>
        )}
      </div>
      {open && (
        <EntryDiff
          fields={collection.fields}
          before={before?.fields ?? {}}
          after={version.fields}
          same={messages.same}
        />
      )}
    </li>
  )
}
