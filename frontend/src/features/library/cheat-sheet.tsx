import type { CheatSheet as SheetEntry } from '@rehearse/contracts'
import { CodeBlock } from '../../shared/ui/markdown/code-block.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import styles from './library.module.css'

/** One sheet: groups of lines of code, each with what it means. */
export function CheatSheet({ sheet }: { sheet: SheetEntry }) {
  return (
    <section aria-labelledby={sheet.id} className={styles.chapter}>
      <h2 id={sheet.id} dir="auto">
        {sheet.title}
      </h2>
      <p dir="auto" className={styles.text}>
        {sheet.description}
      </p>
      {sheet.groups.map((group) => (
        <section key={group.title} className={styles.group}>
          <h3 dir="auto">{group.title}</h3>
          <dl className={styles.entries}>
            {group.entries.map((entry) => (
              <div key={entry.code} className={styles.entry}>
                <dt>
                  <CodeBlock code={entry.code} language={sheet.language} compact />
                </dt>
                <dd dir="auto">
                  <InlineCode text={entry.description} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  )
}
