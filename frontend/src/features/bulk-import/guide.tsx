import { useFormat } from '../../shared/i18n/format.ts'
import { classNames } from '../../shared/ui/class-names.ts'
import { useBulkMessages } from './bulk-messages.ts'
import styles from './guide.module.css'

export function Guide() {
  const bulk = useBulkMessages()
  const format = useFormat()
  return (
    <section aria-labelledby="bulk-guide" className={styles.guide}>
      <h3 id="bulk-guide">{bulk.guideTitle}</h3>
      <ol className={classNames('plain-list', styles.steps)}>
        {bulk.guide.map((step, position) => (
          <li key={step.title}>
            <span aria-hidden data-numeric className={styles.number}>
              {format.number(position + 1)}
            </span>
            <span>
              <strong>{step.title}</strong>
              <br />
              {step.text}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
