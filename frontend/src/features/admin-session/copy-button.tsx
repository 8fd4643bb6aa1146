import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { useAdminAccountMessages } from './account-messages.ts'

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const messages = useAdminAccountMessages()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  const copy = async () => {
    // Without https there is no clipboard.
    const copying = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    setOutcome(await copying.then(() => 'copied' as const).catch(() => 'copyFailed' as const))
  }
  return (
    <>
      <Button size="small" onClick={() => void copy()}>
        <Copy aria-hidden size={16} />
        {label}
      </Button>
      <span role="status">{outcome && messages[outcome]}</span>
    </>
  )
}
