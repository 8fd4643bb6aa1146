import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMessages } from '../i18n/locale.ts'
import styles from './why.module.css'

const Modal = lazy(() => import('./modal.tsx'))

/** "Why?": a button that explains a figure in a dialog. */
export function Why({
  label,
  title,
  children,
}: {
  /** The figure's name, for screen readers. */
  label: string
  title: string
  children: ReactNode
}) {
  return (
    <WhyButton label={label}>
      {(onClose) => (
        <Modal title={title} sheet onClose={onClose}>
          <div className={styles.reasons}>{children}</div>
        </Modal>
      )}
    </WhyButton>
  )
}

/** @param children the dialog that the button opens */
export function WhyButton({
  label,
  children,
}: {
  label: string
  children: (onClose: () => void) => ReactNode
}) {
  const { common } = useMessages()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={styles.why} onClick={() => setOpen(true)}>
        {common.why} <span className="visually-hidden">{label}</span>
      </button>
      {open && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  )
}
