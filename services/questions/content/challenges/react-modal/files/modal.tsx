import type { ReactNode } from 'react'

export interface ModalProps {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

export function Modal({ title, isOpen, onClose, children }: ModalProps) {
  return (
    <div>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
