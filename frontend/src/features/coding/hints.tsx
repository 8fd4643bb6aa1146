import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import styles from './hints.module.css'
import { useCodingMessages } from './messages.en.ts'

/** Hints, shown one at a time. */
export function Hints({ hints }: { hints: readonly string[] }) {
  const coding = useCodingMessages()
  const format = useFormat()
  const [shown, setShown] = useState(0)
  const list = useRef<HTMLOListElement>(null)
  // Focus the new hint, so that screen readers read it next.
  useEffect(() => {
    if (shown > 0) list.current?.querySelector<HTMLElement>('li:last-child')?.focus()
  }, [shown])
  if (hints.length === 0) return null
  return (
    <div className={styles.hints}>
      {shown > 0 && (
        <ol ref={list} className={styles.list}>
          {hints.slice(0, shown).map((hint) => (
            <li key={hint} tabIndex={-1}>
              <Markdown text={hint} />
            </li>
          ))}
        </ol>
      )}
      {shown < hints.length && (
        <Button size="small" onClick={() => setShown(shown + 1)}>
          {coding.showHint(format.number(shown + 1), format.number(hints.length))}
        </Button>
      )}
    </div>
  )
}
