import type { LearnerAccount } from '@rehearse/contracts'
import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import { useUserMessages } from './user-messages.ts'
import styles from './users.module.css'

export function LearnerTable({ learners }: { learners: readonly LearnerAccount[] }) {
  const messages = useUserMessages()
  const format = useFormat()
  return (
    <table aria-label={messages.learnersLabel} className={styles.table}>
      <thead>
        <tr>
          {[messages.name, messages.email, messages.joined, messages.lastSeen, messages.standing].map(
            (column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {learners.map((learner) => (
          <tr key={learner.uid}>
            <th scope="row">
              <Link to={`/admin/users/${learner.uid}`}>
                <bdi>{learner.displayName}</bdi>
              </Link>
            </th>
            <td>
              <bdi>{learner.email}</bdi>
            </td>
            <td data-label={messages.joined}>{format.date(learner.createdAt)}</td>
            <td data-label={messages.lastSeen}>
              {learner.lastLoginAt ? format.moment(learner.lastLoginAt) : messages.never}
            </td>
            <td>
              <Tag tone={learner.disabledAt ? 'bad' : 'ok'}>
                {learner.disabledAt ? messages.disabled : messages.enabled}
              </Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
