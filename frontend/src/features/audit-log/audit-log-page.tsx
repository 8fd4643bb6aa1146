import type { AuditEntry, AuditQuery, AuditTopic } from '@rehearse/contracts'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { adminKey, editorsQuery } from '../../shared/admin/admin-self.ts'
import { saveFile } from '../../shared/admin/save-file.ts'
import { adminApi } from '../../shared/api/client.ts'
import { IMPORT_TIMEOUT } from '../../shared/constants.ts'
import { addDays, localDay, useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField, TextField } from '../../shared/ui/fields.tsx'
import { InEnglish } from '../../shared/ui/in-english.tsx'
import { ListTable } from '../../shared/ui/list-table.tsx'
import { Loading, useErrorText } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { showToast } from '../../shared/ui/toasts.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import styles from './audit-log.module.css'
import { useAuditLogMessages } from './messages.en.ts'

type Filters = Partial<Record<'actor' | 'topic' | 'search' | 'from' | 'to', string>>

const auditQuery = (query: Filters & Pick<AuditQuery, 'page' | 'pageSize'>) =>
  queryOptions({
    queryKey: adminKey('audit', query),
    queryFn: ({ signal }) => adminApi.get('/api/admin/audit', { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  })

/** What people with an admin account did: filtered, in pages, and as a file. */
export function AuditLogPage() {
  const messages = useAuditLogMessages()
  const errorText = useErrorText()
  const { data: editors = [] } = useQuery(editorsQuery)
  const { filters, page, pageSize, setFilter, setPage } = useUrlPages([
    'actor',
    'topic',
    'search',
    'from',
    'to',
  ] as const)
  const topics = Object.keys(messages.topics) as AuditTopic[]
  const wanted = requestOf(filters)
  const query = useQuery(auditQuery({ ...wanted, page, pageSize }))
  const { data } = query
  const download = useMutation({
    mutationFn: async () =>
      saveFile(
        await adminApi.file('/api/admin/audit/export', { query: { ...wanted }, timeout: IMPORT_TIMEOUT }),
        `audit-log-${localDay()}.csv`,
      ),
    onError: (error) => showToast({ tone: 'error', title: messages.csvFailed, message: errorText(error) }),
  })
  return (
    <Page title={messages.title} lead={messages.lead}>
      <div className={styles.bar}>
        <SearchBox
          label={messages.search}
          value={filters.search ?? ''}
          onSearch={(term) => setFilter('search', term)}
        />
        <SelectField
          label={messages.person}
          value={filters.actor ?? ''}
          onChange={({ target }) => setFilter('actor', target.value)}
          choices={[
            { value: '', label: messages.everyone },
            ...editors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <SelectField
          label={messages.topic}
          value={filters.topic ?? ''}
          onChange={({ target }) => setFilter('topic', target.value)}
          choices={[
            { value: '', label: messages.allTopics },
            ...topics.map((value) => ({ value, label: messages.topics[value] })),
          ]}
        />
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            type="date"
            label={messages[name]}
            value={filters[name] ?? ''}
            onChange={({ target }) => setFilter(name, target.value)}
          />
        ))}
        <Button pending={download.isPending} onClick={() => download.mutate()}>
          <Download aria-hidden size={16} />
          {messages.csv}
        </Button>
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[3, 3, 3, 3]} />
      {data?.pagination.totalCount === 0 && (
        <EmptyState title={Object.keys(wanted).length > 0 ? messages.noMatch : messages.empty} />
      )}
      {data && data.data.length > 0 && <Entries entries={data.data} />}
      {data && data.pagination.totalCount > 0 && (
        <Pagination pagination={data.pagination} showing={messages.showing} onChange={setPage} />
      )}
    </Page>
  )
}

/** Days of the device's time zone as times; `to` is included. Whatever isn't a day is left out. */
function requestOf({ from, to, ...rest }: Filters): Filters {
  const startOf = (day: string) => new Date(`${day}T00:00:00`)
  const isDay = (text: string | undefined): text is string =>
    text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(startOf(text).getTime())
  return {
    ...rest,
    ...(isDay(from) && { from: startOf(from).toISOString() }),
    ...(isDay(to) && { to: startOf(addDays(to, 1)).toISOString() }),
  }
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  const messages = useAuditLogMessages()
  const format = useFormat()
  return (
    <ListTable
      label={messages.list}
      heads={[
        { label: messages.action },
        { label: messages.topic },
        { label: messages.target },
        { label: messages.person },
        { label: messages.time },
      ]}
    >
      {entries.map((entry) => (
        <tr key={entry.id}>
          <th scope="row">
            <bdi lang="en" dir="ltr">
              {entry.summary}
            </bdi>{' '}
            <InEnglish />
            <Details details={entry.details} />
          </th>
          <td data-label={messages.topic}>{messages.topics[entry.topic]}</td>
          <td data-label={messages.target}>
            <bdi>{entry.title ?? entry.target ?? '–'}</bdi>
            {entry.title !== null && entry.target !== null && (
              <code className={styles.meta}>{entry.target}</code>
            )}
          </td>
          <td data-label={messages.person}>
            <span dir="auto">{entry.actorName ?? entry.actor}</span>
          </td>
          <td data-label={messages.time}>
            <time dateTime={entry.at}>{format.moment(entry.at)}</time>
          </td>
        </tr>
      ))}
    </ListTable>
  )
}

function Details({ details }: Pick<AuditEntry, 'details'>) {
  const fields = Object.entries(details)
  if (fields.length === 0) return null
  return (
    <code className={styles.meta} dir="ltr">
      {fields.map(([name, value]) => `${name}: ${value}`).join(', ')}
    </code>
  )
}
