import { lazy, Suspense } from 'react'
import { useMessages } from '../i18n/locale.ts'
import { classNames } from './class-names.ts'
import styles from './code-editor.module.css'
import type { CodeLanguage } from './code-language.ts'
import field from './field.module.css'
import type { FieldProps } from './fields.tsx'

const CodeEditor = lazy(() => import('./code-editor.tsx'))

/** A form field for code. The editor loads with the first field shown. */
export function CodeField({
  label,
  hint,
  error,
  optional = false,
  language,
  initial,
  disabled,
  onChange,
}: Omit<FieldProps, 'hideLabel'> & {
  language: CodeLanguage
  /** See {@link CodeEditor}: after that the editor owns the text. */
  initial: string
  disabled: boolean
  onChange: (text: string) => void
}) {
  const { codeEditor, common } = useMessages()
  return (
    <div className={classNames(field.field, styles.field)}>
      <div className={styles.head}>
        <span aria-hidden className={field.label}>
          {label}
          {optional && <span className={field.optional}> ({common.optional})</span>}
        </span>
        <span aria-hidden className={styles.hint}>
          {codeEditor.hint}
        </span>
      </div>
      <Suspense fallback={<div className={styles.growing} />}>
        <CodeEditor
          language={language}
          label={label}
          initial={initial}
          hint={[hint, codeEditor.hint].filter(Boolean).join(' ')}
          problem={error}
          readOnly={disabled}
          onChange={onChange}
        />
      </Suspense>
      {hint && <p className={field.hint}>{hint}</p>}
      {error && <p className={field.error}>{error}</p>}
    </div>
  )
}
