import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from './fields.tsx'

/** Milliseconds without a key before a search is asked for. */
const PAUSE = 250

/** A search that follows the typing, with a pause, so that not every letter is a request. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string
  value: string
  onSearch: (term: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  // The address changed by itself: by going back, or by starting over.
  if (value !== shown) {
    setShown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const search = useEffectEvent(() => typed.trim() !== value && onSearch(typed.trim()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the pause.
  useEffect(() => {
    const { pathname } = window.location
    // Who has left for another page, which may still be on its way, is not called back.
    const timer = setTimeout(() => window.location.pathname === pathname && search(), PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <search>
      <TextField
        label={label}
        type="search"
        value={typed}
        maxLength={TEXT_MAX.search}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  )
}
