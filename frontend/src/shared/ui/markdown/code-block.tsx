import { type ReactNode, useEffect, useState } from 'react'
import { useMessages } from '../../i18n/locale.ts'
import { whenIdle } from '../../when-idle.ts'
import { classNames } from '../class-names.ts'
import { keyboardScrollable } from '../keyboard.ts'
import styles from './code-block.module.css'
import type { Highlighted } from './highlight.ts'

/** Shows code at once and colors it when the highlighter has loaded, without layout shift. */
export function CodeBlock({ code, language, compact }: { code: string; language: string; compact: boolean }) {
  const { common } = useMessages()
  const [highlighted, setHighlighted] = useState<{ code: string; nodes: Highlighted[] }>()
  useEffect(() => {
    if (language === '') return
    let current = true
    const forget = whenIdle(() =>
      import('./highlight.ts')
        .then(({ highlight }) => highlight(code, language))
        .then((nodes) => {
          if (current) setHighlighted({ code, nodes })
        })
        // Without the highlighter, code stays readable in one color.
        .catch(() => undefined),
    )
    return () => {
      current = false
      forget()
    }
  }, [code, language])

  const content: ReactNode = highlighted?.code === code ? paint(highlighted.nodes) : code
  if (compact)
    return (
      <code dir="ltr" className={classNames(styles.code, styles.compact)}>
        {content}
      </code>
    )
  return (
    <figure aria-label={common.code}>
      <pre dir="ltr" className={styles.code} {...keyboardScrollable}>
        <code>{content}</code>
      </pre>
    </figure>
  )
}

const paint = (nodes: readonly Highlighted[]): ReactNode[] =>
  nodes.map((node) =>
    typeof node === 'string' ? (
      node
    ) : (
      <span key={node.at} className={node.kind ? styles[node.kind] : undefined}>
        {paint(node.children)}
      </span>
    ),
  )
