import { useState } from 'react'

/** What a value was before it changed; undefined until it has. */
export function usePrevious<Value>(value: Value): Value | undefined {
  const [{ now, before }, remember] = useState<{ now: Value; before: Value | undefined }>({
    now: value,
    before: undefined,
  })
  if (now === value) return before
  remember({ now: value, before: now })
  return now
}
