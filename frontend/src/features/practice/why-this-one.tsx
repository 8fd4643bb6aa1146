import { Link } from 'react-router'
import { useFormat } from '../../shared/i18n/format.ts'
import type { Reason } from './grade-locally.ts'
import { usePracticeMessages } from './messages.en.ts'
import styles from './why-this-one.module.css'

/** The learner's chance of answering a question correctly, and what it is based on. */
export default function WhyThisOne({ reason: { chance, wanted, basis, n } }: { reason: Reason }) {
  const messages = usePracticeMessages()
  const format = useFormat()
  const percent = (share: number) => format.percent(Math.round(100 * share))
  return (
    <details className={styles.why}>
      <summary>{messages.whyThisOne}</summary>
      <p>{messages.whyChance(percent(chance), percent(wanted))}</p>
      <p>{basis === 'measured' ? messages.whyMeasured(n) : messages.whyLabel(n)}</p>
      <p>
        <Link to="/settings#practice">{messages.whyChange}</Link>
      </p>
    </details>
  )
}
