import { diffLines } from 'diff'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import styles from './text-diff.module.css'

/** With more differing lines than this, a diff takes too long and doesn't help. */
const MOST_EDITS = 2_000

/** Two texts as one, line by line, with `-` for lines of the first and `+` for lines of the second. */
export default function TextDiff({
  before,
  after,
  labels: [first, second],
}: {
  before: string
  after: string
  labels: readonly [string, string]
}) {
  const parts = diffLines(closed(before), closed(after), { maxEditLength: MOST_EDITS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  let at = 0
  return (
    <figure className={styles.diff}>
      <figcaption className={styles.legend}>
        <span className={styles.removed}>- {first}</span> <span className={styles.added}>+ {second}</span>
      </figcaption>
      <pre dir="ltr" {...keyboardScrollable}>
        {parts.flatMap(({ value, added, removed }) =>
          value
            .replace(/\n$/, '')
            .split('\n')
            .map((line) => {
              at += 1
              return (
                <span key={at} className={added ? styles.added : removed ? styles.removed : undefined}>
                  {added ? '+ ' : removed ? '- ' : '  '}
                  {line}
                  {'\n'}
                </span>
              )
            }),
        )}
      </pre>
    </figure>
  )
}

/** A missing line break at the end is no difference worth showing. */
const closed = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
