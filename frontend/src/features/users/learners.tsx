import { useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Pagination } from '../../shared/ui/pagination.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { printSort, readSort, type Sort } from '../../shared/ui/table/sort.ts'
import { useUrlPages } from '../../shared/ui/use-url-pages.ts'
import { learnersQuery } from './learner-queries.ts'
import { type LearnerOrder, LearnerTable } from './learner-table.tsx'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'
import { UsersPage } from './users-page.tsx'

const orders: readonly LearnerOrder[] = ['createdAt', 'lastLoginAt', 'displayName', 'email']
const newestFirst: Sort<LearnerOrder> = { by: 'createdAt', direction: 'desc' }
const standings = ['all', 'enabled', 'disabled'] as const

/** All learners: found by a part of the name or the address. */
export function Learners() {
  const messages = useUserMessages()
  const { filters, page, pageSize, setFilter, setPage, clear } = useUrlPages([
    'search',
    'standing',
    'sort',
  ] as const)
  const sort = readSort(filters.sort, orders, newestFirst)
  const standing = standings.find((name) => name === filters.standing) ?? 'all'
  const { data, error, refetch } = useQuery(
    learnersQuery({
      page,
      pageSize,
      orderBy: sort.by,
      orderDirection: sort.direction,
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
