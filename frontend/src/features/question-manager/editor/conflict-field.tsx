import { useId } from 'react'
import { useManagerMessages } from '../manager-messages.ts'
import { TextDiff } from '../text-diff.tsx'
import styles from './conflict-choice.module.css'

export type Side = 'theirs' | 'yours'

/** One field that two people have left differently. */
export function ConflictField({
  label,
  theirText,
  mineText,
  side,
  onChoose,
}: {
  label: string
  theirText: string
  mineText: string
  side: Side
  onChoose: (side: Side) => void
}) {
  const { form: messages } = useManagerMessages()
  const name = useId()
  const sides = [
    { of: 'theirs' as const, title: messages.theirs, choose: messages.useTheirs, text: theirText },
    { of: 'yours' as const, title: messages.yours, choose: messages.useYours, text: mineText },
  ]
  return (
    <fieldset className={styles.field}>
      <legend>{label}</legend>
      {sides.map(({ of, title, choose, text }) => (
        <label key={of} className={styles.side} data-chosen={side === of || undefined}>
          <span className={styles.choice}>
            <input type="radio" name={name} checked={side === of} onChange={() => onChoose(of)} />
            <span>{choose}</span>
          </span>
          <span className="visually-hidden">{title}:</span>
          {of === 'yours' ? (
            <TextDiff before={theirText} after={text} />
          ) : (
            <span dir="auto" className={styles.text}>
              {text || messages.nothing}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
