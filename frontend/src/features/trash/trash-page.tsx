import type { Pagination as PageInfo } from '@rehearse/contracts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { adminHere } from '../../shared/account/account-data.ts'
import { editorsQuery } from '../../shared/admin/admin-self.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { ListTable } from '../../shared/ui/list-table.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import { ViewLinks } from '../../shared/ui/view-links.tsx'
import { type Deleted, type Restoration, takenOf, trashFilesQuery, trashQuery, useRestore } from './api.ts'
import { useTrashMessages } from './messages.en.ts'
import styles from './trash.module.css'

const DAY = 24 * 60 * 60 * 1000

const views = ['content', 'files'] as const

/** Deleted content, and deleted images and audio: search, and restore one entry or several. */
export function TrashPage() {
  const messages = useTrashMessages()
  const list = useUrlPages(['kind', 'search', 'list'] as const)
  const shown = list.filters.list === 'files' ? 'files' : 'content'
  return (
    <Page title={messages.title} lead={messages.lead}>
      <ViewLinks
        label={messages.title}
        views={views.map((name) => ({
          to: `/admin/trash${name === 'files' ? '?list=files' : ''}`,
          label: messages.views[name],
          isCurrent: name === shown,
        }))}
      />
      {shown === 'files' ? <Files key={shown} list={list} /> : <Content key={shown} list={list} />}
    </Page>
  )
}

type List = ReturnType<typeof useUrlPages<'kind' | 'search' | 'list'>>

function Content({ list }: { list: List }) {
  const messages = useTrashMessages()
  const { kind, query } = queryOf(list, messages.kinds)
  return (
    <>
      <p className={styles.note}>{messages.movedStay}</p>
      <Deletions list={list} kinds={messages.kinds} kind={kind} query={useQuery(trashQuery(query))} />
    </>
  )
}

function Files({ list }: { list: List }) {
  const messages = useTrashMessages()
  const { kind, query } = queryOf(list, messages.fileKinds)
  return (
    <Deletions list={list} kinds={messages.fileKinds} kind={kind} query={useQuery(trashFilesQuery(query))} />
  )
}

function queryOf<Kind extends string>(
  { filters, page, pageSize }: List,
  kinds: Readonly<Record<Kind, string>>,
) {
  const kind = (Object.keys(kinds) as Kind[]).find((one) => one === filters.kind)
  const { search } = filters
  return { kind, query: { page, pageSize, ...(kind && { kind }), ...(search && { search }) } }
}

/** The filters of a list, and a page of its items. */
function Deletions({
  list: { filters, setFilter, setPage },
  kinds,
  kind,
  query,
}: {
  list: List
  kinds: Readonly<Record<string, string>>
  kind: string | undefined
  query: UseQueryResult<{ data: Deleted[]; pagination: PageInfo }>
}) {
  const messages = useTrashMessages()
  const { data } = query
  const { search } = filters
  const isFiltered = kind !== undefined || search !== undefined
  const isFiles = filters.list === 'files'
  return (
    <>
      <div className={styles.bar}>
        <SearchBox
          label={messages.search}
          value={search ?? ''}
          onSearch={(term) => setFilter('search', term)}
        />
        <SelectField
          label={messages.kind}
          value={kind ?? ''}
          onChange={({ target }) => setFilter('kind', target.value)}
          choices={[
            { value: '', label: messages.allKinds },
            ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[4, 4, 4]} />
      {data?.pagination.totalCount === 0 && (
        <EmptyState
          title={isFiltered ? messages.noMatch : isFiles ? messages.emptyFiles : messages.empty}
          {...(!isFiltered && { text: isFiles ? messages.emptyFilesText : messages.emptyText })}
        />
      )}
      {data && <Items items={data.data} />}
      {data && data.pagination.totalCount > 0 && (
        <Pagination pagination={data.pagination} showing={messages.showing} onChange={setPage} />
      )}
    </>
  )
}

/** The items of a page, with the selection and the outcome of the last restoration. */
function Items({ items }: { items: readonly Deleted[] }) {
  const messages = useTrashMessages()
  const restore = useRestore()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = items.filter(({ id }) => selected.has(id))
  const failed = restore.data?.failed ?? []
  const run = (what: Parameters<typeof restore.mutate>[0]) =>
    restore.mutate(what, { onSuccess: () => setSelected(new Set()) })
  const mark = (ids: readonly string[], on: boolean) =>
    setSelected((before) => {
      const next = new Set(before)
      for (const id of ids) on ? next.add(id) : next.delete(id)
      return next
    })
  return (
    <>
      {restore.data && <Outcome outcome={restore.data} onDismiss={restore.reset} />}
      {chosen.length > 0 && (
        <div className={styles.selection}>
          <p role="status" data-numeric>
            {messages.selected(chosen.length)}
          </p>
          <Button variant="primary" pending={restore.isPending} onClick={() => run({ items: chosen })}>
            <RotateCcw aria-hidden size={16} />
            {messages.restoreSelected(chosen.length)}
          </Button>
          <Button variant="ghost" onClick={() => setSelected(new Set())}>
            {messages.clear}
          </Button>
        </div>
      )}
      {items.length > 0 && (
        <ListTable
          label={messages.list}
          pageBox={(named) => (
            <label>
              <input
                type="checkbox"
                className={styles.box}
                aria-label={messages.selectPage}
                checked={chosen.length === items.length}
                onChange={({ target }) =>
                  mark(
                    items.map(({ id }) => id),
                    target.checked,
                  )
                }
              />{' '}
              {named && messages.selectPage}
            </label>
          )}
          heads={[
            { label: messages.item },
            { label: messages.kind },
            { label: messages.deleted },
            { label: messages.left },
            { label: messages.actions, quiet: true },
          ]}
        >
          {items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              isSelected={selected.has(item.id)}
              onSelect={(on) => mark([item.id], on)}
              pending={restore.isPending}
              error={failed.find((one) => one.item.id === item.id)?.error}
              onRestore={(under = {}) => run({ items: [item], under })}
            />
          ))}
        </ListTable>
      )}
    </>
  )
}

function Outcome({ outcome, onDismiss }: { outcome: Restoration; onDismiss: () => void }) {
  const messages = useTrashMessages()
  const { restored, failed } = outcome
  return (
    <div className={styles.outcome}>
      {restored.length > 0 && (
        <Alert tone="success" title={messages.restored(restored.length)} onDismiss={onDismiss} />
      )}
      {failed.length > 0 && <Alert tone="error" title={messages.failed(failed.length)} />}
    </div>
  )
}

function ItemRow({
  item,
  isSelected,
  onSelect,
  pending,
  error,
  onRestore,
}: {
  item: Deleted
  isSelected: boolean
  onSelect: (on: boolean) => void
  pending: boolean
  error: unknown
  onRestore: (under?: { name?: string; entryId?: string }) => void
}) {
  const messages = useTrashMessages()
  const format = useFormat()
  const { title, kind, deletedBy, deletedAt, expiresAt } = item
  const kindNames = { ...messages.kinds, ...messages.fileKinds }
  const { data: editors = [] } = useQuery(editorsQuery)
  const name = editors.find(({ id }) => id === deletedBy)?.name ?? deletedBy
  const left = Date.parse(expiresAt) - Date.now()
  // Rounded: something that was just deleted has 30 days.
  const daysLeft = left < DAY ? 0 : Math.round(left / DAY)
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          className={styles.box}
          aria-label={messages.select(title)}
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </td>
      <th scope="row">
        <bdi>
          <InlineCode text={title} />
        </bdi>
        {error !== undefined && <Choice item={item} error={error} pending={pending} onRestore={onRestore} />}
      </th>
      <td data-label={messages.kind}>{kindNames[kind]}</td>
      <td data-label={messages.deleted}>
        <time dateTime={deletedAt}>{format.moment(deletedAt)}</time>
        {name !== null && (
          <span className={styles.meta}>
            {deletedBy === adminHere() ? messages.byYou : messages.by(name)}
          </span>
        )}
      </td>
      <td data-label={messages.left} data-numeric>
        {messages.days(daysLeft)}
      </td>
      <td data-actions>
        <Button
          size="small"
          pending={pending}
          aria-label={messages.restoreOne(title)}
          onClick={() => onRestore()}
        >
          {messages.restore}
        </Button>
      </td>
    </tr>
  )
}

/** Why an item was not restored and, if its name or id was taken, a field for another one. */
function Choice({
  item: { title },
  error,
  pending,
  onRestore,
}: {
  item: Deleted
  error: unknown
  pending: boolean
  onRestore: (under: { name?: string; entryId?: string }) => void
}) {
  const messages = useTrashMessages()
  const errorText = useErrorText()
  const [value, setValue] = useState('')
  const taken = takenOf(error)
  if (taken === undefined) return <p role="alert">{errorText(error)}</p>
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== '') onRestore({ [taken]: value.trim() })
  }
  return (
    <form className={styles.choice} onSubmit={send}>
      <p role="alert">{taken === 'name' ? messages.nameTaken(title) : messages.idTaken(title)}</p>
      <TextField
        label={taken === 'name' ? messages.newName : messages.newId}
        {...(taken === 'entryId' && { hint: messages.newIdHint })}
        value={value}
        maxLength={100}
        dir="auto"
        onChange={({ target }) => setValue(target.value)}
      />
      <Button type="submit" pending={pending} disabled={value.trim() === ''}>
        {messages.restore}
      </Button>
    </form>
  )
}
