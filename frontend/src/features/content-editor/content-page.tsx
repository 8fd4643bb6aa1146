import { foldText } from '@rehearse/contracts/fold-text'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { managesContent, useAdminSelf } from '../../shared/admin/admin-self.ts'
import { SavedDraftNotes } from '../../shared/admin/draft-notes.tsx'
import { useStatusMessages } from '../../shared/admin/status-messages.en.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { entriesQuery, entryQuery, useEntryWrites } from './api.ts'
import { ArrangedRows } from './arranged-rows.tsx'
import { type Collection, type Entry, isReviewed, titleOf } from './collection.ts'
import styles from './content-editor.module.css'
import { entryDrafts } from './draft.ts'
import { type Beside, EntryForm } from './entry-form.tsx'
import type { CollectionName, FieldName, PageName } from './messages.en.ts'
import { useContentMessages } from './messages.en.ts'

/** One or more lists that admins edit, one at a time. */
export function ContentPage({
  page,
  collections,
  beside = {},
}: {
  page: PageName
  collections: readonly [Collection, ...Collection[]]
  /** Content beside the form of a list's entries, passed in because other features provide it. */
  beside?: Partial<Record<CollectionName, Beside>>
}) {
  const messages = useContentMessages()
  const view = useListView(collections)
  const { collection } = view
  const query = useQuery(entriesQuery(collection))
  const { data } = query
  const { title, lead } = messages.pages[page]
  const listed = data?.find(({ id }) => id === view.opened)
  const whole = useQuery(entryQuery(collection, listed?.id))
  const isOpen = view.opened === NEW || listed !== undefined
  const entry = collection.isLoadedOnOpen ? whole.data : listed

  return (
    <Page title={title} lead={lead}>
      {collections.length > 1 && (
        <ViewLinks
          label={title}
          views={collections.map(({ name }) => ({
            to: `?list=${name}`,
            label: messages.collections[name].many,
            isCurrent: name === collection.name,
          }))}
        />
      )}
      <Loading query={query} heights={[3, 4, 4, 4, 4, 4]} />
      {data && view.opened !== null && !isOpen && (
        <Alert
          tone="warning"
          title={messages.gone}
          action={<Button onClick={view.close}>{messages.toList}</Button>}
        />
      )}
      {listed && collection.isLoadedOnOpen && <Loading query={whole} heights={[3, 4, 4, 4]} />}
      {data && isOpen && (view.opened === NEW || entry) && (
        <EntryForm
          key={`${collection.name} ${view.opened}`}
          collection={collection}
          entry={entry}
          onClose={view.close}
          beside={beside[collection.name]}
        />
      )}
      {data && view.opened === null && (
        <EntryList key={collection.name} collection={collection} entries={data} view={view} />
      )}
    </Page>
  )
}

const DeleteEntry = lazy(() => import('./delete-entry.tsx'))

/** The entries of a list: search, open, reorder, delete and restore. */
function EntryList({
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
  const { restore, arrange } = useEntryWrites(collection)
  const [deleting, setDeleting] = useState<Entry>()
  const [deleted, setDeleted] = useState<{ title: string; trashId: string }>()
  const { one, many, add } = messages.collections[collection.name]
  const shown = entries.filter((entry) => fits(collection, entry, view))
  const narrowed = isNarrowed(collection, view)
  const isAdmin = managesContent(useAdminSelf())

  return (
    <>
      <div className={styles.bar}>
        <EntryFilters collection={collection} entries={entries} view={view} />
        <Button variant="primary" onClick={() => view.open(NEW)}>
          <Plus aria-hidden size={16} />
          {add}
        </Button>
      </div>
      <SavedDraftNotes
        store={entryDrafts(collection)}
        titleOf={(draft) => String(draft[collection.title])}
        newText={messages.unsavedNew(one)}
        onResume={(target) => view.open(target ?? NEW)}
      />
      {deleted && (
        <Alert
          tone="info"
          title={messages.deleted(deleted.title)}
          action={
            <Button
              pending={restore.isPending}
              onClick={() => restore.mutate(deleted.trashId, { onSuccess: () => setDeleted(undefined) })}
            >
              {messages.undo}
            </Button>
          }
          onDismiss={() => setDeleted(undefined)}
        >
          {restore.isError && <p>{errorText(restore.error)}</p>}
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
          title={narrowed ? messages.noMatch : messages.empty}
          action={
            <Button variant="primary" onClick={() => view.open(NEW)}>
              {add}
            </Button>
          }
        />
      ) : (
        <>
          {collection.ordered && isAdmin && (
            <p className={styles.note}>{narrowed ? messages.arrangeNarrowed : messages.arrangeHint}</p>
          )}
          <ArrangedRows
            collection={collection}
            entries={shown}
            label={many}
            onArrange={
              collection.ordered && isAdmin && !narrowed ? (next) => arrange.mutate(next) : undefined
            }
            onEdit={(entry) => view.open(entry.id)}
            onDelete={isAdmin ? setDeleting : undefined}
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
            onDeleted={({ trashId, moved = 0 }) => {
              setDeleting(undefined)
              // Questions that were moved wouldn't come back.
              if (moved === 0) setDeleted({ title: titleOf(collection, deleting), trashId })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Filters a list by text and by field values. */
function EntryFilters({
  collection,
  entries,
  view,
}: {
  collection: Collection
  entries: readonly Entry[]
  view: ListView
}) {
  const messages = useContentMessages()
  const status = useStatusMessages()
  const labelOf = (field: string) => (field === 'status' ? status.label : messages.fields[field as FieldName])
  const names: Readonly<Record<string, string>> = { ...messages.choices, ...status.names }
  return (
    <search aria-label={messages.filters} className={styles.filters}>
      <TextField
        label={messages.search}
        type="search"
        value={view.term}
        onChange={(event) => view.narrow({ search: event.target.value })}
        dir="auto"
      />
      {filtersOf(collection).map((field) => (
        <SelectField
          key={field}
          label={labelOf(field)}
          value={view.chosen(field)}
          onChange={(event) => view.narrow({ [field]: event.target.value })}
          choices={[
            { value: '', label: messages.all },
            ...valuesOf(entries, field).map((value) => ({ value, label: names[value] ?? value })),
          ]}
        />
      ))}
    </search>
  )
}

const filtersOf = (collection: Collection) =>
  isReviewed(collection) ? [...collection.filters, 'status'] : collection.filters

/** The filter options: only values that occur. */
const valuesOf = (entries: readonly Entry[], field: string): string[] => [
  ...new Set(entries.flatMap((entry) => (typeof entry[field] === 'string' ? entry[field] : []))),
]

/** The list that is shown, its filters, and the open entry, all in the URL. */
function useListView(collections: readonly [Collection, ...Collection[]]) {
  const [search, setSearch] = useSearchParams()
  const collection = collections.find(({ name }) => name === search.get('list')) ?? collections[0]
  const set = (changes: Readonly<Record<string, string | null>>, replace = false) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace },
    )
  return {
    collection,
    term: search.get('search') ?? '',
    chosen: (filter: string) => search.get(filter) ?? '',
    /** The id of the entry being edited, `NEW` for a new one, or none to show the list. */
    opened: search.get('new') === null ? search.get('entry') : NEW,
    open: (id: string) =>
      set(id === NEW ? { new: '1', entry: null } : { entry: id, new: null, comment: null }),
    close: () => set({ entry: null, new: null, comment: null }),
    narrow: (changes: Readonly<Record<string, string>>) => set(changes, true),
  }
}

/** Can't be an id: those are slugs. */
const NEW = '+'

type ListView = ReturnType<typeof useListView>

/** Whether an entry matches the filters. */
function fits(collection: Collection, entry: Entry, { term, chosen }: ListView): boolean {
  const wanted = normalize(term)
  const texts = [collection.title, ...collection.searched].flatMap((field) => entry[field])
  return (
    filtersOf(collection).every((field) => chosen(field) === '' || entry[field] === chosen(field)) &&
    (wanted === '' || texts.some((text) => normalize(String(text ?? '')).includes(wanted)))
  )
}

const normalize = (text: string) => foldText(text).toLowerCase()

const isNarrowed = (collection: Collection, { term, chosen }: ListView): boolean =>
  term.trim() !== '' || filtersOf(collection).some((field) => chosen(field) !== '')
