import { useState } from 'react'

/** The value before its last change; undefined until it changes. */
export function usePrevious<Value>(value: Value): Value | undefined {
  const [{ now, before }, remember] = useState<{ now: Value; before: Value | undefined }>({
    now: value,
    before: undefined,
  })
  if (now === value) return before
  remember({ now: value, before: now })
  return now
}
