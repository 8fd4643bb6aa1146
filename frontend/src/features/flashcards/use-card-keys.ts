import { useEffect, useEffectEvent } from 'react'

const typing = 'input, textarea, select, [contenteditable=true]'

/** Space turns the card, 1 to 4 rate it, wherever the focus is; never while someone types, nor under an open dialog. */
export function useCardKeys({ onTurn, onRate }: { onTurn: () => void; onRate: (rating: number) => void }) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const target = event.target instanceof Element ? event.target : document.body
    if (target.closest(typing) || document.querySelector('[role=dialog], [role=alertdialog]')) return
    if (event.key === ' ' && !target.closest('a, button, summary')) {
      event.preventDefault()
      onTurn()
    } else if (/^[1-4]$/.test(event.key)) {
      event.preventDefault()
      onRate(Number(event.key))
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
