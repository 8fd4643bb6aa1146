import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { categoriesQuery, learningPathsQuery } from '../../shared/api/catalogue.ts'
import { adminApi } from '../../shared/api/client.ts'
import { type Choice, SelectField } from '../../shared/ui/fields.tsx'
import type { Source } from './field.ts'
import styles from './fields.module.css'
import { useForm } from './form-context.ts'
import { useContentMessages } from './messages.ts'

/** One of the entries of another list. */
export function PickField({
  source,
  value,
  ...field
}: {
  source: Source
  value: string
  label: string
  hint: string | undefined
  error: string | undefined
  disabled: boolean
  onChange: (event: { target: { value: string } }) => void
}) {
  const messages = useContentMessages()
  const choices = useSource(source)
  return (
    <SelectField
      {...field}
      value={value}
      choices={[{ value: '', label: messages.choose }, ...withStored(choices, value)]}
    />
  )
}

/** Any number of them. */
export function SeveralField({
  label,
  error,
  source,
  value,
  onChange,
}: {
  label: string
  error: string | undefined
  source: Source
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}) {
  const { disabled } = useForm()
  const choices = useSource(source)
  const id = useId()
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error ? id : undefined}
      data-fault={error ? true : undefined}
      className={styles.several}
    >
      <legend>{label}</legend>
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
      {value.reduce(withStored, choices).map((choice) => (
        <label key={choice.value} className={styles.check}>
          <input
            type="checkbox"
            checked={value.includes(choice.value)}
            onChange={(event) =>
              onChange(
                event.target.checked
                  ? [...value, choice.value]
                  : value.filter((other) => other !== choice.value),
              )
            }
          />
          <span dir="auto">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** What a document names is offered even where it is gone: else nobody could see it, or take it away. */
const withStored = (choices: readonly Choice[], value: string): readonly Choice[] =>
  value === '' || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: value }]

const resourceCategoriesQuery = queryOptions({
  queryKey: ['admin', 'data', 'content', 'resource-categories'],
  queryFn: async ({ signal }) =>
    (
      await adminApi.get<{ categories: { id: string; name: string }[] }>('/api/resources', {
        query: { searchTerm: 'nothing but the categories' },
        signal,
      })
    ).categories,
})

/** What there is to choose from; nothing until it has come. */
function useSource(source: Source): readonly Choice[] {
  const { data: categories = [] } = useQuery({ ...categoriesQuery, enabled: source === 'categories' })
  const { data: paths = [] } = useQuery({ ...learningPathsQuery, enabled: source === 'paths' })
  const { data: kinds = [] } = useQuery({
    ...resourceCategoriesQuery,
    enabled: source === 'resourceCategories',
  })
  switch (source) {
    case 'categories':
      return categories.map(({ name }) => ({ value: name, label: name }))
    case 'paths':
      return paths.map(({ id, name }) => ({ value: id, label: name }))
    case 'resourceCategories':
      return kinds.map(({ id, name }) => ({ value: id, label: name }))
  }
}
