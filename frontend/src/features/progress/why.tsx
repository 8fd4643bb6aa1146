import { lazy, Suspense, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import styles from './why.module.css'

const ExplanationDialog = lazy(() => import('./explanation-dialog.tsx'))

/** "Why this number?": opens what the figure is made of. */
export function Why({
  figure,
  label,
}: {
  /** As GET /api/progress/explain/{figure} names it. */
  figure: string
  /** What the figure is called beside it. */
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
