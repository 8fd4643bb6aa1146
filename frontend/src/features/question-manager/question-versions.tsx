import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { adminHere } from '../../shared/account/account-data.ts'
import { editorsQuery, managesContent, useAdminSelf } from '../../shared/admin/admin-self.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { LoadFailed, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { questionsKey, readVersions, type Version, versionTag } from './api.ts'
import { FieldList, type FieldName, useFieldChanges } from './field-diff.tsx'
import { useManagerMessages } from './messages.en.ts'
import styles from './question-versions.module.css'

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))

/** Every version of a question with its changes, and a button to restore it. */
export function QuestionVersions({ id, onClose }: { id: string; onClose: () => void }) {
  const { history: messages } = useManagerMessages()
  const { common } = useMessages()
  const format = useFormat()
  const errorText = useErrorText()
  const list = useInfiniteQuery({
    queryKey: ['admin', 'data', 'versions', id],
    queryFn: ({ pageParam, signal }) => readVersions(id, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last) => last.next,
  })
  const restore = useRestoreVersion(id)
  const [asking, setAsking] = useState<Version>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const versions = list.data?.pages.flatMap((page) => page.versions) ?? []
  const [newest] = versions
  const stale = restore.error instanceof ApiError && restore.error.status === 412
  return (
    <section aria-labelledby="question-versions" className={styles.panel}>
      <header className={styles.header}>
        <h2 id="question-versions" ref={heading} tabIndex={-1} dir="auto">
          {newest ? messages.of(newest.question.title) : messages.title}
        </h2>
        <IconButton icon={X} label={common.close} onClick={onClose} />
      </header>
      {restore.isError && (
        <Alert tone={stale ? 'warning' : 'error'} {...(!stale && { title: messages.restoreFailed })}>
          {stale ? messages.stale : errorText(restore.error)}
        </Alert>
      )}
      {restore.isSuccess && restore.variables && (
        <Alert tone="success">{messages.restored(format.number(restore.variables.old.version))}</Alert>
      )}
      {list.isPending && <Skeleton heights={[3, 3, 3]} />}
      {list.isError && (
        <LoadFailed title={messages.loadFailed} error={list.error} onRetry={() => void list.refetch()} />
      )}
      <ol className="plain-list">
        {versions.map((version, position) => (
          <VersionItem
            key={version.version}
            version={version}
            before={versions[position + 1]}
            isCurrent={position === 0 && version.action !== 'deleted'}
            pending={restore.isPending}
            onOpen={() => {
              const isLast = position === versions.length - 1
              if (isLast && list.hasNextPage) void list.fetchNextPage()
            }}
            onRestore={() => setAsking(version)}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {messages.older}
        </Button>
      )}
      {asking && newest && (
        <Suspense>
          <ConfirmDialog
            title={messages.restoreTitle}
            text={messages.restoreText(format.number(asking.version))}
            confirmLabel={messages.restore}
            cancelLabel={common.cancel}
            pending={restore.isPending}
            onCancel={() => setAsking(undefined)}
            onConfirm={() =>
              restore.mutate({ old: asking, newest }, { onSettled: () => setAsking(undefined) })
            }
          />
        </Suspense>
      )}
    </section>
  )
}

/** Restores an old version of a question, unless the question has changed since it was shown. */
function useRestoreVersion(id: string) {
  const queryClient = useQueryClient()
  const path = `/api/questions/unified/${id}` as const
  return useMutation({
    mutationFn: async ({ old, newest }: { old: Version; newest: Version }) => {
      let current = newest.version
      if (newest.action === 'deleted') {
        current = (await adminApi.post(`${path}/restore`)).data.version
      }
      return adminApi.put(path, {
        body: patchOf(old),
        headers: { 'if-match': versionTag({ version: current }) },
      })
    },
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: questionsKey }),
        queryClient.invalidateQueries({ queryKey: ['catalogue'] }),
        queryClient.invalidateQueries({ queryKey: ['admin', 'data', 'versions', id] }),
      ])
    },
  })
}

function patchOf({ question }: Version) {
  const {
    selection: _s,
    correctAnswers: _c,
    audioQuestion: _q,
    audioAnswer: _a,
    // Restoring a text doesn't publish it, or take it back.
    approved: _approved,
    status: _status,
    statusComment: _comment,
    reviewer: _reviewer,
    publishAt: _publishAt,
    expiresAt: _expiresAt,
    explanation,
    ...rest
  } = question
  const content = { ...rest, answer: rest.answer ?? null }
  // An imported question may have no explanation, and the server rejects an empty one.
  return explanation.trim() === '' ? content : { ...content, explanation }
}

/** One version: its author and time and, expanded, its difference from the previous one. */
function VersionItem({
  version,
  before,
  isCurrent,
  pending,
  onOpen,
  onRestore,
}: {
  version: Version
  before: Version | undefined
  isCurrent: boolean
  pending: boolean
  onOpen: () => void
  onRestore: () => void
}) {
  const { common } = useMessages()
  const { history: messages, form } = useManagerMessages()
  const format = useFormat()
  const nameOf = useAdminNames()
  const self = useAdminSelf()
  const [open, setOpen] = useState(false)
  const changedBy = (id: string) => {
    const name = nameOf(id)
    return name === null ? messages.byYou : messages.by(name)
  }
  const number = format.number(version.version)
  const changed = version.changes.flatMap((field) =>
    field in form.fields ? [form.fields[field as FieldName]] : [],
  )
  return (
    <li className={styles.version}>
      <div className={styles.line}>
        <p>
          <strong data-numeric>{messages.version(number)}</strong>{' '}
          {isCurrent && <Tag tone="info">{messages.current}</Tag>}
          <span className={styles.meta}>
            {messages.actions[version.action]}
            {common.comma}
            <time dateTime={version.changedAt}>{format.moment(version.changedAt)}</time>
            {version.changedBy && <> {changedBy(version.changedBy)}</>}
          </span>
          {changed.length > 0 && (
            <span className={styles.meta}>{messages.changes(changed.join(common.comma))}</span>
          )}
        </p>
        <span className={styles.actions}>
          <Button
            size="small"
            variant="ghost"
            aria-expanded={open}
            aria-label={`${messages.showChanges}: ${messages.version(number)}`}
            onClick={() => {
              setOpen(!open)
              if (!open) onOpen()
            }}
          >
            {messages.showChanges}
          </Button>
          {!isCurrent && version.action !== 'deleted' && managesContent(self) && (
            <Button
              size="small"
              disabled={pending}
              aria-label={`${messages.restore}: ${messages.version(number)}`}
              onClick={onRestore}
            >
              {messages.restore}
            </Button>
          )}
        </span>
      </div>
      {open && <Differences version={version} before={before} />}
    </li>
  )
}

function Differences({ version, before }: { version: Version; before: Version | undefined }) {
  const { history: messages } = useManagerMessages()
  const format = useFormat()
  const changesBetween = useFieldChanges()
  if (version.version === 1) return <p className={styles.meta}>{messages.first}</p>
  if (!before) return null
  const different = changesBetween(before.question, version.question)
  return (
    <div className={styles.differences}>
      <p className={styles.meta}>{messages.compare(format.number(before.version))}</p>
      {different.length === 0 ? <p>{messages.same}</p> : <FieldList fields={different} />}
    </div>
  )
}

/**
 * @returns a function from an admin's id to a name: null for the current admin, the id itself if it has none
 */
function useAdminNames(): (id: string) => string | null {
  const { data: admins = [] } = useQuery(editorsQuery)
  const ownId = adminHere()
  return (id) => (id === ownId ? null : (admins.find((admin) => admin.id === id)?.name ?? id))
}
