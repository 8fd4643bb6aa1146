import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'

export interface ModalProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

export function Modal({ isOpen, ...props }: ModalProps) {
  return isOpen ? createPortal(<OpenModal {...props} />, document.body) : null
}

function OpenModal({ title, onClose, children }: Omit<ModalProps, 'isOpen'>) {
  const dialog = useRef<HTMLDivElement>(null)
  const titleId = useId()

  useEffect(() => {
    const before = document.activeElement
    focusable(dialog.current)[0]?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key !== 'Tab') return
    const elements = focusable(dialog.current)
    const [from, to] = [elements.at(-1), elements[0]]
    if (document.activeElement !== from) return
    event.preventDefault()
    to?.focus()
  }

  return (
    <div
      className="backdrop"
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div role="dialog" aria-modal="true" aria-labelledby={titleId} ref={dialog} onKeyDown={handleKey}>
        <h2 id={titleId}>{title}</h2>
        {children}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  )
}

function focusable(container: HTMLElement | null): HTMLElement[] {
  const candidates = container?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')
  return [...(candidates ?? [])].filter((element) => element.tabIndex >= 0 && !element.matches(':disabled'))
}
