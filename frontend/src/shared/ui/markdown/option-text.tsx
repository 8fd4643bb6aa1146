import { lazy, Suspense } from 'react'
import { InlineCode } from './inline-code.tsx'
import styles from './markdown.module.css'

/**
 * The text of an option or of an item to match: inline Markdown. Options are often code or signs that Markdown would
 * swallow (`+`, `# id`, `__proto__`, `arr[0](1)`, `&nbsp;`), so what isn't certainly meant as markup shows literally.
 *
 * Most options have no markup but code in backticks, so the parser loads with the first other one.
 */
export function OptionText({ text }: { text: string }) {
  const plain = (
    <span className={styles.compact} dir="auto">
      <InlineCode text={text} />
    </span>
  )
  return isSimple.test(text) ? (
    plain
  ) : (
    <Suspense fallback={plain}>
      <Markup text={text} />
    </Suspense>
  )
}

/** An option as plain text on one line, for screen readers, once the option has been shown. */
export const optionLine = (text: string): string => markup?.optionLine(text) ?? text.replaceAll('`', '')

/** One line without escapes, emphasis, links and images; its only code is between single backticks. */
const isSimple = /^(?:[^`\\*_<[\n]|`[^`\n]+`)*$/

let markup: typeof import('./option-markup.tsx') | undefined

const Markup = lazy(async () => {
  markup = await import('./option-markup.tsx')
  return { default: markup.OptionMarkup }
})
