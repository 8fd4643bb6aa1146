import { useEffect, useLayoutEffect, useRef } from 'react'

/** For example `{ 'ctrl+s': save, escape: close }`. */
export type Shortcuts = Record<string, (event: KeyboardEvent) => void>

export function useShortcuts(shortcuts: Shortcuts, isEnabled = true): void {
  const current = useRef(shortcuts)
  useLayoutEffect(() => {
    current.current = shortcuts
  }, [shortcuts])

  useEffect(() => {
    const controller = new AbortController()
    if (isEnabled) {
      document.addEventListener(
        'keydown',
        (event) => {
          const [, run] = Object.entries(current.current).find(([name]) => name === nameOf(event)) ?? []
          const isText = (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null
          const isLetter = !(event.ctrlKey || event.altKey || event.key === 'Escape')
          if (run === undefined || (isText && isLetter)) return
          event.preventDefault()
          run(event)
        },
        { signal: controller.signal },
      )
    }
    return () => controller.abort()
  }, [isEnabled])
}

/** The name of what was pressed: modifiers in this order, then the key in lowercase. */
function nameOf(event: KeyboardEvent): string {
  const modifiers = [event.ctrlKey && 'ctrl', event.altKey && 'alt', event.shiftKey && 'shift']
  return [...modifiers, event.key.toLowerCase()].filter(Boolean).join('+')
}
