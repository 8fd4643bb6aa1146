import type { LearnerListQuery } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useUrlPages } from '../../shared/ui/use-url-pages.ts'
import { learnersQuery } from './learner-queries.ts'
import { LearnerTable } from './learner-table.tsx'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'
import { UsersPage } from './users-page.tsx'

type OrderBy = LearnerListQuery['orderBy']

const orders: readonly OrderBy[] = ['createdAt', 'lastLoginAt', 'displayName', 'email']
const standings = ['all', 'enabled', 'disabled'] as const

/** All learners: found by a part of the name or the address. */
export function Learners() {
  const messages = useUserMessages()
  const { filters, page, pageSize, setFilter, setPage, clear } = useUrlPages([
    'search',
    'standing',
    'orderBy',
  ] as const)
  const orderBy = orders.find((name) => name === filters.orderBy) ?? 'createdAt'
  const standing = standings.find((name) => name === filters.standing) ?? 'all'
  const { data, error, refetch } = useQuery(
    learnersQuery({
      page,
      pageSize,
      orderBy,
      orderDirection: orderBy === 'displayName' || orderBy === 'email' ? 'asc' : 'desc',
      ...(filters.search && { search: filters.search }),
      ...(standing !== 'all' && { disabled: standing === 'disabled' }),
    }),
  )
  const isFiltered = filters.search !== undefined || standing !== 'all'
  return (
    <UsersPage>
      <div className={styles.filters}>
        <SearchBox
          label={messages.search}
          value={filters.search ?? ''}
          onSearch={(term) => setFilter('search', term)}
        />
        <SelectField
          label={messages.standing}
          value={standing}
          onChange={({ target }) => setFilter('standing', target.value === 'all' ? '' : target.value)}
          choices={standings.map((value) => ({ value, label: messages.standings[value] }))}
        />
        <SelectField
          label={messages.order}
          value={orderBy}
          onChange={({ target }) => setFilter('orderBy', target.value === 'createdAt' ? '' : target.value)}
          choices={orders.map((value) => ({ value, label: messages.orders[value] }))}
        />
      </div>
      {!data && !error && <Skeleton heights={[3, 3, 3, 3]} />}
      {!data && error && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data?.data.length === 0 && (
        <EmptyState
          title={isFiltered ? messages.noMatch : messages.noLearners}
          action={isFiltered && <Button onClick={clear}>{messages.clear}</Button>}
        />
      )}
      {data && data.data.length > 0 && <LearnerTable learners={data.data} />}
      {data && data.pagination.totalCount > 0 && (
        <Pagination pagination={data.pagination} showing={messages.showing} onChange={setPage} />
      )}
    </UsersPage>
  )
}
