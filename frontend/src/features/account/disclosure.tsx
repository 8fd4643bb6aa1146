import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './settings.module.css'

/** What few people come for, folded away under its name. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary>
        {title}
        <ChevronDown aria-hidden size={18} />
      </summary>
      <div className={styles.disclosed}>{children}</div>
    </details>
  )
}
