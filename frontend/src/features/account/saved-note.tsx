import { Check } from 'lucide-react'
import styles from './settings.module.css'

/** Always there, so that what appears in it is read out. */
export function SavedNote({ shown, children }: { shown: boolean; children: string }) {
  return (
    <p role="status" className={styles.saved}>
      {shown && (
        <>
          <Check aria-hidden size={16} />
          {children}
        </>
      )}
    </p>
  )
}
