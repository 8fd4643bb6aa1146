import type { LearnerAccount, LearnerListQuery } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import type { TableOrder } from '../../shared/ui/list-table.tsx'
import { ListTable, printSort, readSort, type Sort } from '../../shared/ui/list-table.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { useUrlPages } from '../../shared/ui/use-url-filters.ts'
import { learnersQuery } from './api.ts'
import { useUserMessages } from './messages.en.ts'
import styles from './users.module.css'
import { UsersPage } from './users-page.tsx'

const orders: readonly LearnerOrder[] = ['createdAt', 'lastLoginAt', 'displayName', 'email']
const newestFirst: Sort<LearnerOrder> = { by: 'createdAt', direction: 'desc' }
const accountStates = ['all', 'enabled', 'disabled'] as const

/** All learners, with a search by part of the name or email address. */
export function Learners() {
  const messages = useUserMessages()
  const { filters, page, pageSize, setFilter, setPage, clear } = useUrlPages([
    'search',
    'standing',
    'sort',
  ] as const)
  const sort = readSort(filters.sort, orders, newestFirst)
  const accountState = accountStates.find((name) => name === filters.standing) ?? 'all'
  const query = useQuery(
    learnersQuery({
      page,
      pageSize,
      orderBy: sort.by,
      orderDirection: sort.direction,
      ...(filters.search && { search: filters.search }),
      ...(accountState !== 'all' && { disabled: accountState === 'disabled' }),
    }),
  )
  const { data } = query
  const isFiltered = filters.search !== undefined || accountState !== 'all'
  return (
    <UsersPage>
      <div className={styles.filters}>
        <SearchBox
          label={messages.search}
          value={filters.search ?? ''}
          onSearch={(term) => setFilter('search', term)}
        />
        <SelectField
          label={messages.accountState}
          value={accountState}
          onChange={({ target }) => setFilter('standing', target.value === 'all' ? '' : target.value)}
          choices={accountStates.map((value) => ({ value, label: messages.accountStates[value] }))}
        />
      </div>
      <Loading query={query} title={messages.loadFailed} heights={[3, 3, 3, 3]} />
      {data?.pagination.totalCount === 0 && (
        <EmptyState
          title={isFiltered ? messages.noMatch : messages.noLearners}
          action={isFiltered && <Button onClick={clear}>{messages.clear}</Button>}
        />
      )}
      {data && data.data.length > 0 && (
        <LearnerTable
          learners={data.data}
          order={{
            sort,
            usual: newestFirst,
            onSort: (next) => setFilter('sort', printSort(next, newestFirst)),
          }}
        />
      )}
      {data && data.pagination.totalCount > 0 && (
        <Pagination pagination={data.pagination} showing={messages.showing} onChange={setPage} />
      )}
    </UsersPage>
  )
}

type LearnerOrder = LearnerListQuery['orderBy']

function LearnerTable({
  learners,
  order,
}: {
  learners: readonly LearnerAccount[]
  order: TableOrder<LearnerOrder>
}) {
  const messages = useUserMessages()
  const format = useFormat()
  return (
    <ListTable<LearnerOrder>
      label={messages.learnersLabel}
      order={order}
      heads={[
        { by: 'displayName', label: messages.name },
        { by: 'email', label: messages.email },
        { by: 'createdAt', label: messages.joined, first: 'desc' },
        { by: 'lastLoginAt', label: messages.lastSeen, first: 'desc' },
        { label: messages.accountState },
      ]}
    >
      {learners.map((learner) => (
        <tr key={learner.uid}>
          <th scope="row">
            <Link to={`/admin/users/${learner.uid}`}>
              <bdi>{learner.displayName}</bdi>
            </Link>
          </th>
          <td className={styles.address}>
            <bdi>{learner.email}</bdi>
          </td>
          <td data-label={messages.joined}>{format.date(learner.createdAt)}</td>
          <td data-label={messages.lastSeen}>
            {learner.lastLoginAt ? format.moment(learner.lastLoginAt) : messages.never}
          </td>
          <td className={styles.accountState}>
            <Tag tone={learner.disabledAt ? 'bad' : 'ok'}>
              {learner.disabledAt ? messages.disabled : messages.enabled}
            </Tag>
          </td>
        </tr>
      ))}
    </ListTable>
  )
}
