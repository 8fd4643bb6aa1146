import type { LearnerAccount, LearnerListQuery } from '@rehearse/contracts'
import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import { ListTable } from '../../shared/ui/table/list-table.tsx'
import type { TableOrder } from '../../shared/ui/table/sort.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'

export type LearnerOrder = LearnerListQuery['orderBy']

export function LearnerTable({
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
        { label: messages.standing },
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
          <td className={styles.standing}>
            <Tag tone={learner.disabledAt ? 'bad' : 'ok'}>
              {learner.disabledAt ? messages.disabled : messages.enabled}
            </Tag>
          </td>
        </tr>
      ))}
    </ListTable>
  )
}
