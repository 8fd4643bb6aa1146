import { useEffect } from 'react'

/** For example `{ 'ctrl+s': save, escape: close }`. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void>

export function useShortcuts(shortcuts: Shortcuts, isEnabled = true): void {
  useEffect(() => {
    if (!isEnabled) return
    document.addEventListener('keydown', (event) => handle(event, shortcuts))
    return () => document.removeEventListener('keydown', (event) => handle(event, shortcuts))
  })
}

function handle(event: KeyboardEvent, shortcuts: Shortcuts): void {
  const shortcut = shortcuts[nameOf(event)]
  if (!shortcut) return
  event.preventDefault()
  shortcut(event)
}

/** The name of what was pressed: modifiers in this order, then the key in lowercase. */
function nameOf(event: KeyboardEvent): string {
  const modifiers = [event.ctrlKey && 'ctrl', event.altKey && 'alt', event.shiftKey && 'shift']
  return [...modifiers, event.key.toLowerCase()].filter(Boolean).join('+')
}
