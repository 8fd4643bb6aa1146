import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Field, type FieldProps } from './field.tsx'

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

/** An empty field has no words to take its direction from: its placeholder goes the way of the page. */
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

/** The platform's own select: it is the best one on a phone, in a screen reader and right to left. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  choices,
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
