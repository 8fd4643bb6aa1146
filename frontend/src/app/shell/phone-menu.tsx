import { Menu } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useMessages } from '../../shared/i18n/locale.ts'
import { IconButton } from '../../shared/ui/icon-button.tsx'
import { useSignInPrompt } from '../../shared/ui/sign-in-prompt.ts'
import styles from './phone-menu.module.css'

const Modal = lazy(() => import('../../shared/ui/modal.tsx'))

/** On a phone, what has no room in the bars. */
export function PhoneMenu({ hasNews, children }: { hasNews: boolean; children: ReactNode }) {
  const messages = useMessages()
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const signingIn = useSignInPrompt((state) => state.open)
  // What leads elsewhere, or to another dialog, closes the menu.
  const open = openAt === pathname && !signingIn
  useEffect(() => {
    if (signingIn) setOpenAt(undefined)
  }, [signingIn])
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 60.01rem)')
    const close = () => setOpenAt(undefined)
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [])
  return (
    <div className={styles.menu}>
      <IconButton
        icon={Menu}
        label={hasNews ? messages.nav.menuWithNews : messages.nav.menu}
        className={hasNews ? styles.news : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenAt(pathname)}
      />
      {open && (
        <Suspense>
          <Modal title={messages.nav.menu} sheet onClose={() => setOpenAt(undefined)}>
            {children}
          </Modal>
        </Suspense>
      )}
    </div>
  )
}
