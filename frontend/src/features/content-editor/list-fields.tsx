import { queryOptions, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { createContext, use, useId } from 'react'
import type { FieldErrors } from '../../shared/api/api-error.ts'
import { categoriesQuery, learningPathsQuery } from '../../shared/api/catalog.ts'
import { adminApi } from '../../shared/api/client.ts'
import { Button, IconButton } from '../../shared/ui/button.tsx'
import { type Choice, SelectField } from '../../shared/ui/fields.tsx'
import type { Draft, DraftItem, FieldOf, Source } from './collection.ts'
import { newItem } from './draft.ts'
import styles from './fields.module.css'
import { useContentMessages } from './messages.en.ts'

/** Repeated parts of a document: add, remove and reorder them. */
export function ItemsField({
  field,
  path,
  items,
  onChange,
  editors,
  files,
}: {
  field: FieldOf<'items'>
  path: string
  items: readonly DraftItem[]
  onChange: (items: readonly DraftItem[]) => void
  editors: (draft: Draft, prefix: string, change: (draft: Draft) => void) => ReactNode
  /** Below the items. */
  files?: ReactNode
}) {
  const messages = useContentMessages()
  const { disabled, fieldErrors } = useForm()
  const label = messages.fields[field.name]
  const { one = label, add = label } = messages.items[field.name] ?? {}
  const error = fieldErrors[path]
  const change = (key: string, draft: Draft) =>
    onChange(items.map((item) => (item.key === key ? { key, draft } : item)))
  const move = (from: number, by: number) => {
    const others = items.toSpliced(from, 1)
    const moved = items[from]
    if (moved) onChange(others.toSpliced(from + by, 0, moved))
  }

  return (
    <fieldset disabled={disabled} data-problem={error ? true : undefined} className={styles.items}>
      <legend>{label}</legend>
      {error && <p className={styles.error}>{error}</p>}
      {items.map(({ key, draft }, at) => {
        const name = messages.item(one, at + 1)
        return (
          <fieldset key={key} aria-label={name} className={styles.item}>
            <div className={styles.itemHeader}>
              <span aria-hidden>{at + 1}</span>
              <IconButton
                icon={ArrowUp}
                label={messages.moveUp(name)}
                disabled={at === 0}
                onClick={() => move(at, -1)}
              />
              <IconButton
                icon={ArrowDown}
                label={messages.moveDown(name)}
                disabled={at === items.length - 1}
                onClick={() => move(at, 1)}
              />
              <IconButton
                icon={Trash2}
                label={messages.remove(name)}
                disabled={items.length <= field.min}
                onClick={() => onChange(items.filter((other) => other.key !== key))}
              />
            </div>
            {editors(draft, `${path}.${at}.`, (next) => change(key, next))}
          </fieldset>
        )
      })}
      <Button
        variant="ghost"
        className={styles.add}
        onClick={() => onChange([...items, newItem(field.fields)])}
      >
        <Plus aria-hidden size={16} />
        {add}
      </Button>
      {files}
    </fieldset>
  )
}

/** Selects one entry of another list. */
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

/** Selects any number of them. */
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
      data-problem={error ? true : undefined}
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

/** A stored value is offered even when it no longer exists: otherwise it could not be seen or removed. */
const withStored = (choices: readonly Choice[], value: string): readonly Choice[] =>
  value === '' || choices.some((choice) => choice.value === value)
    ? choices
    : [...choices, { value, label: value }]

const resourceCategoriesQuery = queryOptions({
  queryKey: ['admin', 'data', 'content', 'resource-categories'],
  queryFn: async ({ signal }) =>
    (
      await adminApi.get('/api/resources', {
        query: { searchTerm: 'nothing but the categories' },
        signal,
      })
    ).categories,
})

/** The options; empty until loaded. */
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

interface FormState {
  /** By the server's paths: `groups.0.entries.1.code`. */
  fieldErrors: FieldErrors
  disabled: boolean
  /** The whole draft, for fields that depend on others. */
  draft: Draft
  /** By name, for previews of the text that shows them. */
  diagrams?: Readonly<Record<string, string>> | undefined
}

export const FormContext = createContext<FormState>({ fieldErrors: {}, disabled: false, draft: {} })

export const useForm = () => use(FormContext)

/** The error of a field; for a list of texts, the first error of any of them. */
export function useFieldError(path: string): string | undefined {
  const { fieldErrors } = useForm()
  const within = Object.keys(fieldErrors).find((one) => one.startsWith(`${path}.`))
  return fieldErrors[path] ?? (within && fieldErrors[within])
}
