import { IMPORT_PREVIEW } from '../../shared/constants.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Alert } from '../../shared/ui/alert.tsx'
import { Figure, Figures } from '../../shared/ui/figure.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './bulk-import.module.css'
import { useBulkMessages } from './bulk-messages.ts'
import { SideBySide } from './side-by-side.tsx'
import type { Rehearsal } from './use-import.ts'

/** What was understood, before anything is stored. */
export function ImportPreview({ read, result }: Rehearsal) {
  const bulk = useBulkMessages()
  const format = useFormat()
  const parsed = result.success + result.skipped
  const first = read.rows.filter(({ question }) => question).slice(0, IMPORT_PREVIEW)
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
        <Figure label={bulk.warnings} value={format.number(result.warnings.length)} />
      </Figures>
      {first.length > 0 && (
        <ol className={styles.titles}>
          {first.map(({ index, title }) => (
            <li key={index} dir="auto">
              <InlineCode text={title} />
            </li>
          ))}
        </ol>
      )}
      {parsed > first.length && <p>{bulk.more(parsed - first.length)}</p>}
      <SideBySide read={read} result={result} />
    </section>
  )
}
