import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import styles from './why.module.css'

const ExplanationDialog = lazy(() => import('./explanation-dialog.tsx'))

/** "Why this number?": opens the explanation of a stat. */
export function Why({
  figure,
  label,
}: {
  /** Its name in GET /api/progress/explain/{figure}. */
  figure: string
  /** Its visible label. */
  label: string
}) {
  const { common } = useMessages()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={styles.why} onClick={() => setOpen(true)}>
        {common.why} <span className="visually-hidden">{label}</span>
      </button>
      {open && (
        <Suspense>
          <ExplanationDialog figure={figure} label={label} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
