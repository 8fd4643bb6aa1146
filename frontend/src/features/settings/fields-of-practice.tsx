import { useQuery } from '@tanstack/react-query'
import { useAccountMessages } from '../../shared/account/account-messages.ts'
import { categoriesQuery } from '../../shared/api/catalogue.ts'
import { CheckboxField } from '../../shared/ui/fields.tsx'
import styles from './settings.module.css'

/** What there is to practise, and what was chosen before even where it is no longer on offer. */
export function FieldsOfPractice({
  label,
  name,
  chosen,
}: {
  label: string
  name: string
  chosen: readonly string[]
}) {
  const { practice: messages } = useAccountMessages().settings
  const { data: categories = [], isError } = useQuery(categoriesQuery)
  const names = [...new Set([...chosen, ...categories.map((category) => category.name)])]
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.choices}>
        {names.map((field) => (
          <CheckboxField
            key={field}
            label={field}
            name={name}
            value={field}
            defaultChecked={chosen.includes(field)}
          />
        ))}
      </div>
      {isError && <p className={styles.quiet}>{messages.fieldsFailed}</p>}
    </fieldset>
  )
}
