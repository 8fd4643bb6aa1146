import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { isForThePage } from '../../shared/ui/keyboard.ts'

interface PracticeKeys {
  onChoose?: ((position: number) => void) | undefined
  onEnter?: (() => void) | undefined
  onNext?: () => void
  onRetry?: () => void
  onHelp?: () => void
}

const actsOnEnter = 'a, button, summary'

/** Keyboard shortcuts of practice, wherever the focus is; ignored while the user types and while a dialog is open. */
export function usePracticeKeys(keys: PracticeKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isForThePage(event)) return
    const target = event.target instanceof Element ? event.target : document.body
    const run = actionOf(event, target, keys)
    if (!run) return
    event.preventDefault()
    run()
  })
  // Before the first paint: a key pressed in response to what is visible must be handled.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function actionOf(event: KeyboardEvent, target: Element, keys: PracticeKeys): (() => void) | undefined {
  if (/^[1-9]$/.test(event.key)) return keys.onChoose && (() => keys.onChoose?.(Number(event.key) - 1))
  if (event.key === 'Enter') return target.closest(actsOnEnter) || event.repeat ? undefined : keys.onEnter
  if (event.key === 'n') return keys.onNext
  if (event.key === 'r') return keys.onRetry
  if (event.key === '?') return keys.onHelp
  return undefined
}

/** Whole seconds since the component mounted; stops when `running` is false. */
export function useStopwatch(running: boolean): number {
  const [start] = useState(() => performance.now())
  const [now, setNow] = useState(start)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => setNow(performance.now()), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return Math.max(0, Math.round((now - start) / 1_000))
}
