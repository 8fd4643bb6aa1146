import type { imageListReply } from '@rehearse/contracts'
import { TEXT_MAX } from '@rehearse/contracts/constants'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Trash2, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { imageMarkdown } from '../../shared/admin/upload-image.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { TextField } from '../../shared/ui/fields.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { showToast } from '../../shared/ui/toasts.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import styles from './image-manager.module.css'
import { useImageMessages } from './messages.en.ts'

type ListedImage = Reply<typeof imageListReply>['data'][number]
type Uses = NonNullable<ListedImage['uses']>

const imagesQuery = (query: { search: string; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: adminKey('images', query),
    queryFn: ({ signal }) => adminApi.get('/api/admin/images', { query, signal }),
    placeholderData: keepPreviousData,
  })

const ConfirmDialog = lazy(() => import('../../shared/ui/confirm-dialog.tsx'))
const UploadImage = lazy(() => import('../../shared/ui/markdown/upload-image-dialog.tsx'))

/** All images, newest first: where they are used, their alternative texts; upload and delete. */
export function ImageManager() {
  const messages = useImageMessages()
  const queryClient = useQueryClient()
  const { filters, page, pageSize, setFilter, setPage } = useUrlPages(['search'] as const)
  const search = filters.search ?? ''
  const query = useQuery(imagesQuery({ search, page, pageSize }))
  const { data } = query
  const [isUploading, setUploading] = useState(false)
  const upload = (
    <Button variant="primary" onClick={() => setUploading(true)}>
      <Upload aria-hidden size={16} />
      {messages.upload}
    </Button>
  )
  return (
    <Page title={messages.title} lead={messages.lead}>
      <div className={styles.bar}>
        <SearchBox label={messages.search} value={search} onSearch={(term) => setFilter('search', term)} />
        {upload}
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[8, 8, 8]} />
      {data?.pagination.totalCount === 0 &&
        (search === '' ? (
          <EmptyState title={messages.empty} text={messages.emptyText} />
        ) : (
          <EmptyState title={messages.nothingFound} />
        ))}
      {data && data.pagination.totalCount > 0 && (
        <>
          <ul className={`plain-list ${styles.images}`}>
            {data.data.map((image) => (
              <ImageCard key={image.id} image={image} />
            ))}
          </ul>
          <Pagination pagination={data.pagination} showing={messages.showing} onChange={setPage} />
        </>
      )}
      {isUploading && (
        <Suspense>
          <UploadImage
            file={undefined}
            onClose={() => setUploading(false)}
            onUploaded={() => {
              setUploading(false)
              void queryClient.invalidateQueries({ queryKey: adminKey('images') })
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}

function ImageCard({ image }: { image: ListedImage }) {
  const messages = useImageMessages()
  const format = useFormat()
  const { id, url, name, width, height, bytes, uses } = image
  const [isDeleting, setDeleting] = useState(false)
  const title = name === '' ? id : name
  const copy = () =>
    navigator.clipboard.writeText(imageMarkdown(image.alt, url)).then(
      () => showToast({ tone: 'success', title: messages.copied, message: title }),
      () => showToast({ tone: 'error', title: messages.copyFailed, message: title }),
    )
  return (
    <li className={styles.image}>
      <a href={url} target="_blank" rel="noopener" className={styles.thumbnail}>
        <img
          src={id.endsWith('.svg') ? url : `${url}?w=480`}
          alt={image.alt}
          width={width}
          height={height}
          loading="lazy"
        />
      </a>
      <div className={styles.about}>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <p className={styles.quiet} data-numeric>
          {messages.facts(format.number(width), format.number(height), format.decimal(bytes / 1_000))}
          {' · '}
          {messages.uploaded(format.moment(image.uploadedAt))}
        </p>
        {/* Another admin's change replaces the text. */}
        <AltForm key={image.alt} image={image} />
        {uses === null ? <p className={styles.quiet}>{messages.usesUnknown}</p> : <Places uses={uses} />}
        <div className={styles.actions}>
          <Button size="small" onClick={() => void copy()}>
            <Copy aria-hidden size={16} />
            {messages.copy}
          </Button>
          <IconButton icon={Trash2} label={messages.delete(title)} onClick={() => setDeleting(true)} />
        </div>
        {isDeleting && <DeleteImage id={id} title={title} uses={uses} onClose={() => setDeleting(false)} />}
      </div>
    </li>
  )
}

function AltForm({ image: { id, alt } }: { image: ListedImage }) {
  const messages = useImageMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [text, setText] = useState(alt)
  const saving = useMutation({
    mutationFn: () => adminApi.patch(`/api/images/${id}`, { body: { alt: text.trim() } }),
    onSuccess: async () => {
      showToast({ tone: 'success', title: messages.saved, message: text.trim() })
      await queryClient.invalidateQueries({ queryKey: adminKey('images') })
    },
  })
  const isChanged = text.trim() !== '' && text.trim() !== alt
  return (
    <form
      className={styles.alt}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) saving.mutate()
      }}
    >
      <TextField
        label={messages.alt}
        hint={messages.altHint}
        error={saving.isError ? `${messages.saveFailed}: ${errorText(saving.error)}` : undefined}
        dir="auto"
        maxLength={TEXT_MAX.imageAlt}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {isChanged && (
        <Button type="submit" size="small" pending={saving.isPending}>
          {saving.isPending ? messages.saving : messages.save}
        </Button>
      )}
    </form>
  )
}

function Places({ uses: { places, total } }: { uses: Uses }) {
  const messages = useImageMessages()
  if (total === 0) return <p className={styles.quiet}>{messages.unused}</p>
  return (
    <details className={styles.places}>
      <summary>{messages.usedIn(total)}</summary>
      <ul>
        {places.map(({ kind, id, title }) => (
          <li key={`${kind} ${id}`}>
            {messages.kinds[kind as keyof typeof messages.kinds] ?? messages.kinds.other}
            {': '}
            {kind === 'question' || kind === 'translation' ? (
              <Link to={`/admin/questions/unified?open=edit:${id}`}>
                <bdi>{title}</bdi>
              </Link>
            ) : (
              <bdi>{title}</bdi>
            )}
          </li>
        ))}
        {total > places.length && <li>{messages.more(total - places.length)}</li>}
      </ul>
    </details>
  )
}

function DeleteImage({
  id,
  title,
  uses,
  onClose,
}: {
  id: string
  title: string
  uses: Uses | null
  onClose: () => void
}) {
  const messages = useImageMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => adminApi.delete(`/api/images/${id}`),
    onSuccess: () => {
      showToast({ tone: 'success', title: messages.deleted, message: title })
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKey('images') }),
  })
  const isUsed = (uses?.total ?? 0) > 0
  if (isUsed || deleting.isError) {
    const inUse = deleting.error instanceof ApiError && deleting.error.code === 'image_in_use'
    return (
      <Alert tone="error" title={messages.deleteFailed} onDismiss={onClose}>
        {isUsed || inUse ? messages.inUse : errorText(deleting.error)}
      </Alert>
    )
  }
  return (
    <Suspense>
      <ConfirmDialog
        title={messages.deleteTitle}
        text={messages.deleteText(title)}
        confirmLabel={common.delete}
        cancelLabel={common.cancel}
        pending={deleting.isPending}
        onCancel={onClose}
        onConfirm={() => deleting.mutate()}
      />
    </Suspense>
  )
}
