import type { RunConsoleEntry } from '@rehearse/contracts'
import { createElement } from 'react'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import styles from './console-output.module.css'
import { useCodingMessages } from './messages.en.ts'

/** Console output of the code, including uncaught errors. */
export function ConsoleOutput({ entries }: { entries: readonly RunConsoleEntry[] }) {
  const coding = useCodingMessages()
  return (
    <section aria-labelledby="console" className={styles.console}>
      <h2 id="console">{coding.console}</h2>
      {entries.length === 0 ? (
        <p className={styles.empty}>{coding.consoleEmpty}</p>
      ) : (
        <ConsoleLines entries={entries} />
      )}
    </section>
  )
}

export function ConsoleLines({ entries }: { entries: readonly RunConsoleEntry[] }) {
  const coding = useCodingMessages()
  const lines = entries.map(({ level, text }, at) =>
    createElement(
      'span',
      { key: at, className: styles[level] },
      // Show the level as text too, so that color isn't the only cue.
      (level === 'error' || level === 'warn') && <b>{coding.levels[level]} </b>,
      `${text}\n`,
    ),
  )
  return (
    <pre dir="ltr" className={styles.lines} {...keyboardScrollable}>
      {lines}
    </pre>
  )
}
