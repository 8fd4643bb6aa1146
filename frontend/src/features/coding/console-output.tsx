import type { RunConsoleEntry } from '@rehearse/contracts'
import { createElement } from 'react'
import { keyboardScrollable } from '../../shared/ui/keyboard-scrollable.ts'
import { useCodingMessages } from './coding-messages.ts'
import styles from './console-output.module.css'

/** What the code has written to its console, and the errors that nobody caught. */
export function ConsoleOutput({ entries }: { entries: readonly RunConsoleEntry[] }) {
  const coding = useCodingMessages()
  const lines = entries.map(({ level, text }, at) =>
    createElement(
      'span',
      { key: at, className: styles[level] },
      // A word, for whom the colour says nothing.
      (level === 'error' || level === 'warn') && <b>{coding.levels[level]} </b>,
      `${text}\n`,
    ),
  )
  return (
    <section aria-labelledby="console" className={styles.console}>
      <h2 id="console">{coding.console}</h2>
      {entries.length === 0 ? (
        <p className={styles.empty}>{coding.consoleEmpty}</p>
      ) : (
        <pre dir="ltr" className={styles.lines} {...keyboardScrollable}>
          {lines}
        </pre>
      )}
    </section>
  )
}
