import { TEXT_MAX } from '@rehearse/contracts/constants'
import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from './fields.tsx'

/** How long after the last key press a search starts. Milliseconds. */
const PAUSE = 250

/** A search field that searches after a pause in typing, so that not every letter sends a request. */
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
  // The URL changed on its own: by back navigation or a reset.
  if (value !== shown) {
    setShown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const search = useEffectEvent(() => typed.trim() !== value && onSearch(typed.trim()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter restarts the pause.
  useEffect(() => {
    const { pathname } = window.location
    // A user who has left for another page, which may still be loading, must not be pulled back.
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
