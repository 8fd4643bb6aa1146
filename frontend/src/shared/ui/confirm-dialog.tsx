import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import Modal from './modal.tsx'

/** Asks before an action that can't easily be undone. Load it lazily. */
export default function ConfirmDialog({
  title,
  text,
  children,
  confirmLabel,
  cancelLabel,
  pending,
  onConfirm,
  onCancel,
}: {
  title: string
  text: string
  /** What the action affects, below the text. */
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  pending: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <Modal title={title} role="alertdialog" onClose={onCancel}>
      <p className={styles.text}>{text}</p>
      {children}
      <div className={styles.actions}>
        <Button onClick={onCancel} autoFocus>
          {cancelLabel}
        </Button>
        <Button variant="danger" pending={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  )
}
