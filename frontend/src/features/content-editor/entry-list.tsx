import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { KeptDraftNotes } from '../../shared/admin/drafts/kept-draft-notes.tsx'
import { useMessages } from '../../shared/i18n/locale.ts'
import { newId } from '../../shared/new-id.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { useErrorText } from '../../shared/ui/error-text.ts'
import { ArrangedRows } from './arranged-rows.tsx'
import { type Collection, type Entry, statedOf, titleOf } from './collections/collection.ts'
import styles from './content-editor.module.css'
import { useContentMessages } from './content-messages.ts'
import { entryDrafts } from './entry-drafts.ts'
import { EntryFilters } from './entry-filters.tsx'
import { bodyOf } from './fields/body.ts'
import { draftOf } from './fields/draft.ts'
import { fits, isNarrowed, type ListView, NEW } from './list-view.ts'
import { useEntryWrites } from './use-entry-writes.ts'

const DeleteEntry = lazy(() => import('./delete-entry.tsx'))

/** The entries of a list: found, opened, arranged, deleted, and brought back. */
export function EntryList({
  collection,
  entries,
  view,
}: {
  collection: Collection
  entries: readonly Entry[]
  view: ListView
}) {
  const messages = useContentMessages()
  const { common } = useMessages()
  const errorText = useErrorText()
  const { create, arrange } = useEntryWrites(collection)
  const [deleting, setDeleting] = useState<Entry>()
  const [deleted, setDeleted] = useState<Entry>()
  const { one, many, add } = messages.collections[collection.name]
  const shown = entries.filter((entry) => fits(collection, entry, view))
  const narrowed = isNarrowed(collection, view)

  const bringBack = (entry: Entry) => {
    const document = bodyOf(
      collection.fields,
      draftOf(collection.fields, statedOf(collection, entry)),
      undefined,
    )
    const body = { ...document, id: entry.id, order: entry.order }
    create.mutate({ body, key: newId() }, { onSuccess: () => setDeleted(undefined) })
  }

  return (
    <>
      <div className={styles.bar}>
        <EntryFilters collection={collection} entries={entries} view={view} />
        <Button variant="primary" onClick={() => view.open(NEW)}>
          <Plus aria-hidden size={16} />
          {add}
        </Button>
      </div>
      <KeptDraftNotes
        store={entryDrafts(collection)}
        titleOf={(draft) => String(draft[collection.title])}
        newText={messages.keptNew(one)}
        onResume={(target) => view.open(target ?? NEW)}
      />
      {deleted && (
        <Alert
          tone="info"
          title={messages.deleted(titleOf(collection, deleted))}
          action={
            <Button pending={create.isPending} onClick={() => bringBack(deleted)}>
              {messages.undo}
            </Button>
          }
          onDismiss={() => setDeleted(undefined)}
        >
          {create.isError && <p>{errorText(create.error)}</p>}
        </Alert>
      )}
      {arrange.isError && (
        <Alert tone="error" title={messages.arrangeFailed} onDismiss={arrange.reset}>
          {errorText(arrange.error)}
        </Alert>
      )}
      <p role="status" data-numeric className={styles.count}>
        {messages.found(shown.length, entries.length)}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title={narrowed ? messages.noMatch : messages.empty(many)}
          action={
            <Button variant="primary" onClick={() => view.open(NEW)}>
              {add}
            </Button>
          }
        />
      ) : (
        <>
          {collection.ordered && (
            <p className={styles.note}>{narrowed ? messages.arrangeNarrowed : messages.arrangeHint}</p>
          )}
          <ArrangedRows
            collection={collection}
            entries={shown}
            label={many}
            onArrange={collection.ordered && !narrowed ? (next) => arrange.mutate(next) : undefined}
            onEdit={(entry) => view.open(entry.id)}
            onDelete={setDeleting}
          />
        </>
      )}
      {deleting && (
        <Suspense fallback={<span className="visually-hidden">{common.loading}</span>}>
          <DeleteEntry
            collection={collection}
            entry={deleting}
            others={entries.filter(({ id }) => id !== deleting.id)}
            onClose={() => setDeleting(undefined)}
            onDeleted={() => {
              setDeleting(undefined)
              if (collection.questions === undefined) setDeleted(deleting)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
