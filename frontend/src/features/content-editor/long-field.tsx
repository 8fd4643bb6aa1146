import type { ComponentProps } from 'react'
import { TextAreaField } from '../../shared/ui/fields.tsx'
import { Markdown } from '../../shared/ui/markdown/markdown.tsx'
import type { FieldOf } from './field.ts'
import styles from './fields.module.css'
import { useContentMessages } from './messages.ts'

/** A text of many lines; Markdown as learners will see it, beside. */
export function LongField({
  field,
  value,
  ...area
}: ComponentProps<typeof TextAreaField> & {
  field: Partial<Pick<FieldOf<'long'>, 'look' | 'max' | 'rows'>>
  value: string
}) {
  const messages = useContentMessages()
  const isCode = field.look === 'code'
  return (
    <div className={styles.long}>
      <TextAreaField
        {...area}
        value={value}
        rows={field.rows ?? 4}
        maxLength={field.max}
        code={isCode}
        spellCheck={!isCode}
        dir={isCode ? 'ltr' : 'auto'}
      />
      {field.look === 'markdown' && value.trim() !== '' && (
        <details className={styles.preview}>
          <summary>{messages.preview(area.label)}</summary>
          <Markdown text={value} />
        </details>
      )}
    </div>
  )
}
