import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'

export interface ModalProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

export function Modal(props: ModalProps) {
  if (!props.isOpen) return null
  return createPortal(<Content {...props} />, document.body)
}

const selector = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex]']
  .map((part) => `${part}:not(:disabled):not([tabindex="-1"])`)
  .join(',')

/** The open dialogs; keys are for the last one. */
const openDialogs: object[] = []

function Content({ title, onClose, children }: ModalProps) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  const heading = useId()

  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    const list = () => [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const me = {}
    const onKeyDown = (event: KeyboardEvent) => {
      if (openDialogs.at(-1) !== me) return
      if (event.key === 'Escape') close.current()
      if (event.key !== 'Tab') return
      event.preventDefault()
      const elements = list()
      const at = elements.indexOf(document.activeElement as HTMLElement)
      const next = event.shiftKey ? Math.max(at, 0) - 1 : (at + 1) % elements.length
      elements.at(next)?.focus()
    }
    list()[0]?.focus()
    openDialogs.push(me)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      openDialogs.splice(openDialogs.indexOf(me), 1)
      document.removeEventListener('keydown', onKeyDown)
      opener?.focus()
    }
  }, [])

  return (
    <div onClick={onClose}>
      <div role="dialog" aria-modal aria-labelledby={heading} ref={box} onClick={(event) => event.stopPropagation()}>
        <h2 id={heading}>{title}</h2>
        {children}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  )
}
