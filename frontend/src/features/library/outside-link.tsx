import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLibraryMessages } from './messages.en.ts'

/** A link that leaves us; only http and https are ever stored. */
export function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  const messages = useLibraryMessages()
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {children} <ExternalLink aria-hidden size={14} />
      <span className="visually-hidden"> ({messages.elsewhere})</span>
    </a>
  )
}
