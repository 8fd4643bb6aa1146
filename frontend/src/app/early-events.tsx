import { useEffect } from 'react'

interface EarlyEvent {
  type: 'click' | 'change'
  control: HTMLButtonElement | HTMLSelectElement
  value: string
}

declare global {
  /** Of a page that came rendered: what was done before this was first asked. */
  var takeEarlyEvents: (() => EarlyEvent[]) | undefined
}

/** Does what was pressed or chosen on a page that came rendered, before there was an app to do it. */
export function EarlyEvents() {
  useEffect(() => {
    // In a turn of its own: React takes over what an event is about before it tells of it, but not while it commits.
    const timer = setTimeout(() => {
      for (const { type, control, value } of globalThis.takeEarlyEvents?.() ?? []) {
        if (type === 'change') control.value = value
        control.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
      }
      globalThis.takeEarlyEvents = undefined
    })
    return () => clearTimeout(timer)
  }, [])
  return null
}
