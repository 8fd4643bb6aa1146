import type { ReactNode } from 'react'
import styles from './markdown.module.css'

/** A title or another single line: plain text, with `code` between backticks formatted. */
export function InlineCode({ text }: { text: string }): ReactNode {
  let offset = 0
  return text.split('`').map((part, position, parts) => {
    offset += part.length + 1
    // An unpaired last backtick is just a character.
    if (position % 2 === 0) return part
    if (position === parts.length - 1) return `\`${part}`
    return (
      <code key={offset} dir="ltr" className={styles.code}>
        {part}
      </code>
    )
  })
}
