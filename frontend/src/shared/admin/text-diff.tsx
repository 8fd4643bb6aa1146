import { type Change, diffWordsWithSpace } from 'diff'
import { useMemo } from 'react'
import styles from './text-diff.module.css'

/** After this many edits, two texts have so little in common that they are better shown one after the other. */
const MOST_EDITS = 1_500

/** A diff of two texts: removed text is struck through, added text underlined; screen readers announce both. */
export function TextDiff({
  before,
  after,
  labels,
}: {
  before: string
  after: string
  labels: { added: string; removed: string; nothing: string }
}) {
  const pieces = useMemo(() => piecesOf(before, after), [before, after])
  return (
    <span dir="auto" className={styles.diff}>
      {pieces.map(({ at, value, added, removed }) => {
        if (added) {
          return (
            <ins key={at} className={styles.added}>
              <span className="visually-hidden">{labels.added} </span>
              {value}
            </ins>
          )
        }
        if (removed) {
          return (
            <del key={at} className={styles.removed}>
              <span className="visually-hidden">{labels.removed} </span>
              {value}
            </del>
          )
        }
        return <span key={at}>{value}</span>
      })}
      {before === '' && after === '' && labels.nothing}
    </span>
  )
}

function piecesOf(before: string, after: string): (Change & { at: number })[] {
  const whole = [
    { value: before, removed: true, added: false, count: 1 },
    { value: after, removed: false, added: true, count: 1 },
  ].filter(({ value }) => value !== '')
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) ?? whole
  let at = 0
  return changes.map((change) => {
    const piece = { ...change, at }
    at += change.value.length
    return piece
  })
}
