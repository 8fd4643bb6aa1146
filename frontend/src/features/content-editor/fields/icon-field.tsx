import { useId } from 'react'
import { useContentMessages } from '../content-messages.ts'
import { iconNames, SectionIcon } from '../section-icon.tsx'
import styles from './fields.module.css'
import { useForm } from './form-context.ts'

/** One of the icons that sections may carry. */
export function IconField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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
