import type { ItemReport, ItemReportQuery } from '@rehearse/contracts'
import { PAGE_SIZE_MAX } from '@rehearse/contracts/constants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { ListTable } from '../../shared/ui/list-table.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import { itemReportsQuery } from './api.ts'
import { useReportMessages } from './messages.en.ts'
import styles from './reports.module.css'
import { CsvButton, ReportsPage } from './reports-page.tsx'

type Order = ItemReportQuery['order']

const orders: readonly Order[] = ['broken', 'hardest']

/** The hardest questions, and those whose statistics suggest that the question is broken. */
export function ItemReports() {
  const messages = useReportMessages()
  const queryClient = useQueryClient()
  const { filters, page, pageSize, setFilter, setPage } = useUrlPages(['order'] as const)
  const order = orders.find((name) => name === filters.order) ?? 'broken'
  const query = useQuery(itemReportsQuery({ order, page, pageSize }))
  const { data } = query
  const download = async () => {
    const all: ItemReport[] = []
    for (let next = 1, last = 1; next <= last; next += 1) {
      const part = await queryClient.fetchQuery(
        itemReportsQuery({ order, page: next, pageSize: PAGE_SIZE_MAX }),
      )
      all.push(...part.data)
      last = part.pagination.totalPages
    }
    return tableOf(all)
  }
  return (
    <ReportsPage>
      <div className={styles.bar}>
        <SelectField
          label={messages.order}
          hint={messages.itemsLead}
          value={order}
          onChange={({ target }) => setFilter('order', target.value === 'broken' ? '' : target.value)}
          choices={orders.map((value) => ({ value, label: messages.orders[value] }))}
        />
        {data && data.data.length > 0 && (
          <CsvButton name={`rehearse-${order}-questions`} of={messages.orders[order]} table={download} />
        )}
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[4, 4, 4]} />
      {data?.pagination.totalCount === 0 && <EmptyState title={messages.itemsEmpty[order]} />}
      {data && data.data.length > 0 && <ItemTable items={data.data} />}
      {data && data.pagination.totalCount > 0 && (
        <Pagination pagination={data.pagination} onChange={setPage} />
      )}
    </ReportsPage>
  )
}

function ItemTable({ items }: { items: readonly ItemReport[] }) {
  const messages = useReportMessages()
  const format = useFormat()
  return (
    <>
      <ListTable
        label={messages.questionsView}
        heads={[
          { label: messages.question },
          { label: messages.facility, numeric: true },
          { label: messages.discrimination, numeric: true },
          { label: messages.firstAttempts, numeric: true },
          { label: messages.medianTime, numeric: true },
        ]}
      >
        {items.map((item) => (
          <tr key={item.questionId}>
            <th scope="row">
              <Link className={styles.name} to={`/admin/reports/questions/${item.questionId}`}>
                <bdi>
                  <InlineCode text={item.title} />
                </bdi>
              </Link>
              <p className={styles.signs}>
                {item.problems.map((problem) => (
                  <Tag key={problem} tone="bad">
                    {messages.problem[problem]}
                  </Tag>
                ))}
                <span className={styles.quiet}>
                  {messages.version(format.number(item.version))}
                  {item.newestVersion > item.version &&
                    ` · ${messages.newerVersion(format.number(item.newestVersion))}`}
                  {item.before &&
                    item.before.discrimination !== null &&
                    ` · ${messages.versionBefore(
                      format.number(item.before.version),
                      format.ratio(item.before.discrimination),
                    )}`}
                </span>
              </p>
            </th>
            <td data-label={messages.facility} data-numeric>
              {format.percent(Math.round(item.facility * 100))}
            </td>
            <td data-label={messages.discrimination} data-numeric>
              {item.discrimination === null ? '–' : format.ratio(item.discrimination)}
            </td>
            <td data-label={messages.firstAttempts} data-numeric>
              {format.number(item.n)}
            </td>
            <td data-label={messages.medianTime} data-numeric>
              {format.duration(item.medianTime)}
            </td>
          </tr>
        ))}
      </ListTable>
      <p className={styles.quiet}>{messages.discriminationHint}</p>
    </>
  )
}

const tableOf = (items: readonly ItemReport[]) => ({
  columns: ['questionId', 'title', 'version', 'n', 'facility', 'discrimination', 'medianTime', 'problems'],
  rows: items.map((item) => [
    item.questionId,
    item.title,
    item.version,
    item.n,
    item.facility,
    item.discrimination,
    item.medianTime,
    item.problems.join(' '),
  ]),
})
