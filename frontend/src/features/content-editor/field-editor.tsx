import type { ComponentProps } from 'react'
import { useId } from 'react'
import { useMessages } from '../../shared/i18n/locale.ts'
import { CodeField } from '../../shared/ui/code-field.tsx'
import { CheckboxField, SelectField, TextAreaField, TextField } from '../../shared/ui/fields.tsx'
import { MarkdownWithDiagrams } from '../../shared/ui/markdown/diagram.tsx'
import { MarkdownField } from '../../shared/ui/markdown/markdown-field.tsx'
import type { Draft, DraftItem, DraftValue, Field, FieldOf } from './collection.ts'
import styles from './fields.module.css'
import { ItemsField, PickField, SeveralField, useFieldError, useForm } from './list-fields.tsx'
import { useContentMessages } from './messages.en.ts'
import { QuestionsField } from './questions-field.tsx'
import { iconNames, SectionIcon } from './section-icon.tsx'
import { StepsFile } from './steps-file.tsx'

export interface EditorProps<Kind extends Field['kind'] = Field['kind']> {
  field: FieldOf<Kind>
  /** Its path in the server's field errors. */
  path: string
  value: DraftValue
  onChange: (value: DraftValue) => void
  /** The path of the file that the field belongs to, if any. */
  file?: string | undefined
}

/** All fields of a document, or of a part of it. */
export function FieldEditors({
  fields,
  prefix = '',
  draft,
  onChange,
}: {
  fields: readonly Field[]
  prefix?: string
  draft: Draft
  onChange: (draft: Draft) => void
}) {
  const { draft: document } = useForm()
  const shown = fields.filter((field) => isShown(field) && field.when?.(document) !== false)
  return (
    <div className={styles.fields}>
      {shown.map((field) => (
        <div key={field.name} className={isNarrow(field) ? undefined : styles.wide}>
          <FieldEditor
            field={field}
            path={`${prefix}${field.name}`}
            value={draft[field.name] ?? ''}
            file={typeof draft.path === 'string' ? draft.path : undefined}
            onChange={(value) => onChange({ ...draft, [field.name]: value })}
          />
        </div>
      ))}
    </div>
  )
}

const isShown = ({ kind }: Field) => kind !== 'id' && kind !== 'position'

/** Fields that fit several to a row. */
const isNarrow = (field: Field) =>
  ['number', 'choice', 'pick', 'maybe', 'color'].includes(field.kind) ||
  (field.kind === 'text' && (field.max <= 100 || field.optional !== undefined))

function FieldEditor({ field, path, value, onChange, file = '' }: EditorProps) {
  const messages = useContentMessages()
  const { disabled } = useForm()
  const error = useFieldError(path)
  const label = messages.fields[field.label ?? field.name]
  const common = {
    label,
    hint: messages.hints[field.label ?? field.name],
    error,
    optional: field.optional !== undefined,
    disabled,
    value: String(value),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  switch (field.kind) {
    case 'text': {
      const { type = 'text', max } = field
      const isProse = type === 'text'
      return <TextField {...common} type={type} maxLength={max} dir={isProse ? 'auto' : 'ltr'} />
    }
    case 'number':
      return (
        <TextField
          {...common}
          type="number"
          min={field.min}
          max={field.max}
          step={field.whole === false ? 'any' : 1}
        />
      )
    case 'color':
      return <TextField {...common} type="color" />
    case 'long':
      return <LongField {...common} field={field} />
    case 'code':
      return (
        <CodeField
          label={label}
          hint={common.hint}
          error={error}
          optional={common.optional}
          disabled={disabled}
          language={field.language ?? (file.endsWith('.css') ? 'css' : 'javascript')}
          initial={common.value}
          onChange={onChange}
        />
      )
    case 'lines':
      return <LongField {...common} hint={common.hint ?? messages.linesHint} field={{ rows: 3 }} />
    case 'choice':
      return <ChoiceField {...common} field={field} />
    case 'maybe':
      return (
        <SelectField
          {...common}
          choices={(['', 'yes', 'no'] as const).map((one) => ({ value: one, label: messages.maybe[one] }))}
        />
      )
    case 'flag':
      return (
        <CheckboxField
          label={label}
          checked={value === true}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
      )
    case 'icon':
      return <IconField value={String(value)} onChange={onChange} />
    case 'pick':
      return <PickField {...common} source={field.source} />
    case 'several':
      return (
        <SeveralField
          label={label}
          error={error}
          source={field.source}
          value={value as readonly string[]}
          onChange={onChange}
        />
      )
    case 'questions':
      return <QuestionsField path={path} value={value as readonly string[]} onChange={onChange} />
    case 'group':
      return (
        <fieldset className={styles.group}>
          <legend>{label}</legend>
          <FieldEditors
            fields={field.fields}
            prefix={`${path}.`}
            draft={value as Draft}
            onChange={onChange}
          />
        </fieldset>
      )
    case 'items':
      return (
        <ItemsField
          field={field}
          path={path}
          items={value as readonly DraftItem[]}
          onChange={onChange}
          editors={(item, prefix, change) => (
            <FieldEditors fields={field.fields} prefix={prefix} draft={item} onChange={change} />
          )}
          files={
            field.hasFile && (
              <StepsFile fields={field.fields} items={value as readonly DraftItem[]} onChange={onChange} />
            )
          }
        />
      )
    case 'id':
    case 'position':
      return null
  }
}

function ChoiceField({
  field,
  value,
  ...common
}: {
  field: FieldOf<'choice'>
  value: string
  label: string
  optional: boolean
  disabled: boolean
  onChange: (event: { target: { value: string } }) => void
}) {
  const { choices } = useContentMessages()
  const { common: shared } = useMessages()
  // A stored value stays available, even if we no longer offer it.
  const values = field.values.includes(value) || value === '' ? field.values : [...field.values, value]
  const none = field.optional || value === '' ? [{ value: '', label: `– (${shared.optional})` }] : []
  return (
    <SelectField
      {...common}
      value={value}
      choices={[
        ...none,
        ...values.map((one) => ({ value: one, label: field.proper ? one : (choices[one] ?? one) })),
      ]}
    />
  )
}

/** A section's icon, from a fixed set. */
function IconField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const messages = useContentMessages()
  const { disabled } = useForm()
  const name = useId()
  return (
    <fieldset disabled={disabled} className={styles.icons}>
      <legend>{messages.fields.icon}</legend>
      {iconNames.map((icon) => (
        <label key={icon} className={styles.icon}>
          <input
            type="radio"
            name={name}
            checked={value === icon}
            onChange={() => onChange(icon)}
            className="visually-hidden"
          />
          <SectionIcon name={icon} />
          <span>{messages.icons[icon]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** A multi-line text. Markdown has its editor, whose preview shows the entry's diagrams. */
function LongField({
  field,
  onChange,
  ...area
}: Omit<ComponentProps<typeof TextAreaField>, 'value' | 'onChange'> & {
  field: Partial<Pick<FieldOf<'long'>, 'look' | 'max' | 'rows'>>
  value: string
  onChange: (event: { target: { value: string } }) => void
}) {
  const { diagrams } = useForm()
  const { look, max, rows = 4 } = field
  if (look === 'markdown') {
    return (
      <MarkdownField
        {...area}
        rows={rows}
        maxLength={max}
        onValue={(value) => onChange({ target: { value } })}
        render={(text) => <MarkdownWithDiagrams text={text} diagrams={diagrams} topLevel={3} />}
      />
    )
  }
  const isCode = look === 'code'
  return (
    <TextAreaField
      {...area}
      rows={rows}
      maxLength={max}
      onChange={onChange}
      code={isCode}
      spellCheck={!isCode}
      dir={isCode ? 'ltr' : 'auto'}
    />
  )
}
