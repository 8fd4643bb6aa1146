import { useEffect, useRef } from 'react'

/** For example `{ 'ctrl+s': save, escape: close }`. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void>

export function useShortcuts(shortcuts: Shortcuts, isEnabled = true): void {
  const latest = useRef(shortcuts)

  useEffect(() => {
    latest.current = isEnabled ? shortcuts : {}
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event, latest.current)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function handle(event: KeyboardEvent, shortcuts: Shortcuts): void {
  const name = nameOf(event)
  if (!Object.hasOwn(shortcuts, name)) return
  if (isTyping(event) && !event.ctrlKey && !event.altKey && event.key !== 'Escape') return
  event.preventDefault()
  shortcuts[name]?.(event)
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
}

/** The name of what was pressed: modifiers in this order, then the key in lowercase. */
function nameOf(event: KeyboardEvent): string {
  const modifiers = [event.ctrlKey && 'ctrl', event.altKey && 'alt', event.shiftKey && 'shift']
  return [...modifiers, event.key.toLowerCase()].filter(Boolean).join('+')
}
