import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import type { Rehearsal } from './import-calls.ts'
import { IssueList } from './issue-list.tsx'

/** What was understood, before anything is stored. */
export function ImportPreview({ result, titles }: Rehearsal) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const parsed = result.success + result.skipped
  return (
    <section aria-labelledby="bulk-summary" className={styles.section}>
      {parsed > 0 ? (
        <Alert tone="success">{bulk.parsed(parsed, bulk.formats[result.format])}</Alert>
      ) : (
        <Alert tone="warning">{bulk.nothing}</Alert>
      )}
      <h3 id="bulk-summary">{bulk.summary}</h3>
      <Figures>
        <Figure label={bulk.toAdd} value={format.number(result.success)} />
        <Figure label={bulk.duplicates} value={format.number(result.skipped)} />
        <Figure label={bulk.failed} value={format.number(result.failed)} />
      </Figures>
      {titles.length > 0 && (
        <ol className={styles.titles}>
          {titles.map(({ index, title }) => (
            <li key={index} dir="auto">
              <InlineCode text={title} />
            </li>
          ))}
        </ol>
      )}
      {parsed > titles.length && <p>{bulk.more(parsed - titles.length)}</p>}
      <IssueList title={bulk.problems} issues={result.errors} />
      <IssueList title={bulk.warnings} issues={result.warnings} />
    </section>
  )
}
