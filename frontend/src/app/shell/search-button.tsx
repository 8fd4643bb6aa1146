import { Search } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { isForThePage } from '../../shared/ui/keyboard.ts'
import styles from './search-button.module.css'

/** Opens the search, as do Ctrl+K, ⌘K, and `/` on a page without its own search field. */
export function SearchButton({ children }: { children: (onClose: () => void) => ReactNode }) {
  const { nav } = useMessages()
  const [open, setOpen] = useState(false)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey
    if (!isPalette && (event.key !== '/' || event.ctrlKey || event.metaKey || !isForThePage(event))) return
    event.preventDefault()
    const own = isPalette ? null : document.querySelector<HTMLElement>('main input[type=search]')
    if (own) own.focus()
    else setOpen(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={nav.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden size={18} strokeWidth={1.75} />
        <span>{nav.search}</span>
        <kbd aria-hidden>/</kbd>
      </button>
      {open && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  )
}
