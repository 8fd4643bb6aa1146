import { TextDiff } from '../../shared/admin/text-diff.tsx'
import type { Field } from './collection.ts'
import styles from './content-editor.module.css'
import { useContentMessages } from './messages.en.ts'

type Document = Readonly<Record<string, unknown>>

/** The fields that differ between two versions of an entry, each with its difference. */
export function EntryDiff({
  fields,
  before,
  after,
  same,
}: {
  fields: readonly Field[]
  before: Document
  after: Document
  /** Shown if nothing differs. */
  same: string
}) {
  const { versions: messages, fields: labels } = useContentMessages()
  const textOf = useFieldText()
  const different = fields
    .map((field) => ({ field, text: textOf(after[field.name]), old: textOf(before[field.name]) }))
    .filter(({ text, old }) => text !== old)
  if (different.length === 0) return <p>{same}</p>
  return (
    <dl className={styles.versionChanges}>
      {different.map(({ field, text, old }) => (
        <div key={field.name}>
          <dt>{labels[field.label ?? field.name]}</dt>
          <dd>
            <TextDiff {...aroundChange(old, text)} labels={messages} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines of unchanged text shown before and after a change. */
const context = 3

/** Two texts without most of the lines that they begin and end with alike: a long text would hide its change. */
function aroundChange(before: string, after: string): { before: string; after: string } {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && old[start] === now[start]) start += 1
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  const from = Math.max(0, start - context)
  const left = Math.max(0, end - context)
  const cut = (lines: string[]) =>
    [from > 0 ? ['…'] : [], lines.slice(from, lines.length - left), left > 0 ? ['…'] : []].flat().join('\n')
  return { before: cut(old), after: cut(now) }
}

/** A field as text, to read and to compare: the parts of a group by line, the items of a list by paragraph. */
export function useFieldText(): (value: unknown) => string {
  const { fields: labels, choices } = useContentMessages()
  const labelOf = (name: string) => (labels as Readonly<Record<string, string>>)[name] ?? name
  const textOf = (value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (Array.isArray(value)) {
      const isPlain = value.every((one) => typeof one === 'string')
      return value.map(textOf).join(isPlain ? '\n' : '\n\n')
    }
    if (typeof value !== 'object') return choices[String(value)] ?? String(value)
    return Object.entries(value)
      .map(([name, part]) => [labelOf(name), textOf(part)] as const)
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `${label}: ${text.includes('\n') ? '\n' : ''}${text}`)
      .join('\n')
  }
  return textOf
}
