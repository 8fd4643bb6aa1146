import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Panel =
  | { kind: 'none' }
  | { kind: 'create' }
  | { kind: 'import' }
  | { kind: 'edit'; id: string }
  | { kind: 'versions'; id: string }

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What stands open above the list: in the address too, so that a reload, or a link, opens it again. */
export function usePanel() {
  const [search, setSearch] = useSearchParams()
  const opener = useRef<Element>(null)
  const panel = readPanel(search.get('open'))
  const closed = panel.kind === 'none'

  // Who closes a panel goes on where it was opened.
  useEffect(() => {
    if (!closed || !(opener.current instanceof HTMLElement) || !opener.current.isConnected) return
    opener.current.focus()
    opener.current = null
  }, [closed])

  const show = (next: Panel) => {
    if (closed) opener.current = document.activeElement
    setSearch((before) => {
      const params = new URLSearchParams(before)
      if (next.kind === 'none') params.delete('open')
      else params.set('open', 'id' in next ? `${next.kind}:${next.id}` : next.kind)
      return params
    })
  }
  return { panel, show, close: () => show({ kind: 'none' }) }
}

function readPanel(text: string | null): Panel {
  const [kind, id = ''] = (text ?? '').split(':')
  if (kind === 'create' || kind === 'import') return { kind }
  if ((kind === 'edit' || kind === 'versions') && uuid.test(id)) return { kind, id }
  return { kind: 'none' }
}
