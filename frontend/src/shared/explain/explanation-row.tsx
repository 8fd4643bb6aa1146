import type { ExplanationEntry } from '@rehearse/contracts'
import { useFormat } from '../i18n/format.ts'
import { InlineCode } from '../ui/markdown/inline-code.tsx'
import { useExplainMessages } from './explain-messages.ts'
import styles from './explanation-dialog.module.css'
import type { Explainable } from './messages/en.ts'

/** One thing that happened, on which day it was where the learner was, and what it adds. */
export function ExplanationRow({ entry, kind }: { entry: ExplanationEntry; kind: Explainable }) {
  const messages = useExplainMessages()
  const format = useFormat()
  const what = messages.types[entry.type] ?? messages.other
  const amount = () => {
    if (entry.of !== null) return messages.sumOf(format.number(entry.amount), format.number(entry.of))
    return kind === 'timeSpent' ? format.duration(entry.amount) : format.signed(entry.amount)
  }
  return (
    <li className={styles.entry}>
      <div className={styles.what}>
        <p dir="auto">{entry.title ? <InlineCode text={entry.title} /> : what}</p>
        <p className={styles.quiet}>
          {entry.title && `${what} · `}
          {messages.inZone(format.day(entry.day), entry.timeZone.replaceAll('_', ' '))}
        </p>
      </div>
      <span data-numeric className={styles.amount}>
        {amount()}
      </span>
    </li>
  )
}
