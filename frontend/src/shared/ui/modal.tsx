import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal'
import { useMessages } from '../i18n/locale.ts'
import { IconButton } from './button.tsx'
import { LibraryLocale } from './library-locale.tsx'
import styles from './modal.module.css'

export interface ModalProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** An alertdialog requires a decision: a click outside doesn't close it. */
  role?: 'dialog' | 'alertdialog'
  /** A sheet slides up from the bottom on a phone. */
  sheet?: boolean
}

/** A modal dialog: focus stays inside and returns, Escape closes it, the page behind is inert. Load it lazily. */
export default function Modal({ title, onClose, children, role = 'dialog', sheet = false }: ModalProps) {
  const messages = useMessages()
  return (
    <LibraryLocale>
      <ModalOverlay
        isOpen
        isDismissable={role === 'dialog'}
        onOpenChange={(open) => !open && onClose()}
        className={styles.overlay ?? ''}
      >
        <AriaModal className={(sheet ? styles.sheet : styles.modal) ?? ''}>
          <Dialog role={role} className={styles.dialog ?? ''}>
            <header className={styles.header}>
              <Heading slot="title" className={styles.title ?? ''}>
                {title}
              </Heading>
              {role === 'dialog' && <IconButton icon={X} label={messages.common.close} onClick={onClose} />}
            </header>
            {children}
          </Dialog>
        </AriaModal>
      </ModalOverlay>
    </LibraryLocale>
  )
}
