import type { ImportError } from '@rehearse/contracts'
import { useFormat } from '../../shared/i18n/format.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './bulk-messages.ts'

/** Enough to see what is wrong; a file with more faults has one in common. */
const SHOWN = 100

export function IssueList({ title, issues }: { title: string; issues: readonly ImportError[] }) {
  const bulk = useBulkMessages()
  const format = useFormat()
  if (issues.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>
        {title} ({format.number(issues.length)})
      </h3>
      <ul className={classNames('plain-list', styles.issues)}>
        {issues.slice(0, SHOWN).map((issue) => (
          <li key={`${issue.index} ${issue.error}`}>
            <span data-numeric className={styles.place}>
              {issue.line === undefined
                ? bulk.row(format.number(issue.index + 1))
                : bulk.line(format.number(issue.line))}
            </span>
            <span dir="auto">{issue.error}</span>
          </li>
        ))}
      </ul>
      {issues.length > SHOWN && <p>{bulk.more(issues.length - SHOWN)}</p>}
    </section>
  )
}
