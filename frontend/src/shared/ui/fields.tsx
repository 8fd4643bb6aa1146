import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ReactNode, useId } from 'react'
import { useMessages } from '../i18n/locale.ts'
import { classNames } from './class-names.ts'
import styles from './field.module.css'

type Own<Element extends 'input' | 'textarea' | 'select'> = FieldProps &
  Omit<ComponentProps<Element>, 'id' | 'className' | keyof FieldProps>

export function TextField({ label, hint, error, optional, hideLabel, ...input }: Own<'input'>) {
  return (
    <Field {...fieldProps({ label, hint, error, optional, hideLabel })}>
      {(wiring) => (
        <input type="text" {...input} {...wiring} dir={directionOf(input)} className={styles.control} />
      )}
    </Field>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  code = false,
  ...area
}: Own<'textarea'> & { code?: boolean }) {
  return (
    <Field {...fieldProps({ label, hint, error, optional, hideLabel })}>
      {(wiring) => (
        <textarea
          rows={4}
          {...area}
          {...wiring}
          dir={directionOf(area)}
          className={classNames(styles.control, styles.area, code && styles.code)}
        />
      )}
    </Field>
  )
}

/** An empty field has no text to detect a direction from: its placeholder follows the page. */
const directionOf = ({
  dir,
  value,
  placeholder,
}: Pick<ComponentProps<'input'>, 'dir' | 'value' | 'placeholder'>) =>
  dir === 'auto' && value === '' && placeholder ? undefined : dir

export interface Choice {
  value: string
  label: string
}

/** The native select, with groups of choices as its children: it works best on a phone, in a screen reader and right to left. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  choices,
  children,
  ...select
}: Own<'select'> & { choices: readonly Choice[] }) {
  return (
    <Field {...fieldProps({ label, hint, error, optional, hideLabel })}>
      {(wiring) => (
        <span className={styles.selectFrame}>
          <select {...select} {...wiring} className={classNames(styles.control, styles.select)}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
            {children}
          </select>
          <ChevronDown aria-hidden size={16} />
        </span>
      )}
    </Field>
  )
}

export function CheckboxField({
  label,
  ...input
}: { label: string } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={styles.checkbox}>
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  )
}

const fieldProps = ({
  optional = false,
  hideLabel = false,
  ...rest
}: {
  label: string
  hint: string | undefined
  error: string | undefined
  optional: boolean | undefined
  hideLabel: boolean | undefined
}): FieldProps => ({ ...rest, optional, hideLabel })

export interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Shows "optional" beside the label; most fields are required. */
  optional?: boolean
  /** For labels that the design replaces with a placeholder or an icon. */
  hideLabel?: boolean
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** A field's label, control, hint and error, associated for assistive technology. */
function Field({
  label,
  hint,
  error,
  optional = false,
  hideLabel = false,
  children,
}: FieldProps & { children: (wiring: Wiring) => ReactNode }) {
  const messages = useMessages()
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> ({messages.common.optional})</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
