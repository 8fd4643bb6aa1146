import { useQuery } from '@tanstack/react-query'
import { categoriesQuery, learningPathsQuery } from '../../shared/api/catalog.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import styles from './practice-filters.module.css'
import type { Filters } from './session-settings.ts'

/** The names of the chosen filters. */
export function ChosenFilters({ filters }: { filters: Filters }) {
  const { practice } = useMessages()
  const chosen = useFilters().flatMap(({ name, choices }) => {
    const value = filters[name]
    return value ? [choices.find((choice) => choice.value === value)?.label ?? value] : []
  })
  return chosen.length > 0 ? chosen.join(' · ') : practice.allPaths
}

/** One choice for each filter. */
export function FilterFields({
  filters,
  onChange,
}: {
  filters: Filters
  onChange: (filters: Filters) => void
}) {
  return (
    <div className={styles.fields}>
      {useFilters().map(({ name, label, all, choices }) => (
        <SelectField
          key={name}
          label={label}
          value={filters[name] ?? ''}
          onChange={(event) => onChange(withFilter(filters, name, event.target.value))}
          choices={[{ value: '', label: all }, ...choices]}
        />
      ))}
    </div>
  )
}

function useFilters() {
  const { practice, difficulty } = useMessages()
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const levels = (['beginner', 'intermediate', 'advanced'] as const).map((level) => ({
    value: level,
    label: difficulty[level],
  }))
  return [
    {
      name: 'learningPath',
      label: practice.learningPath,
      all: practice.allPaths,
      choices: paths.map((path) => ({ value: path.id, label: path.title })),
    },
    {
      name: 'category',
      label: practice.category,
      all: practice.allCategories,
      choices: categories.map((category) => ({ value: category.id, label: category.name })),
    },
    { name: 'difficulty', label: practice.difficulty, all: difficulty.all, choices: levels },
  ] as const
}

function withFilter(filters: Filters, name: keyof Filters, value: string): Filters {
  const { [name]: _before, ...others } = filters
  return value === '' ? others : { ...others, [name]: value }
}
