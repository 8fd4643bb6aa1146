import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { categoriesQuery, learningPathsQuery } from '../../shared/api/catalogue.ts'
import { useMessages } from '../../shared/i18n/locale.ts'
import { SelectField } from '../../shared/ui/fields.tsx'
import type { Filters } from './filters.ts'
import styles from './practice-filters.module.css'

/** One line that says what is practised; opened, it lets one choose. */
export function PracticeFilters({
  filters,
  onChange,
}: {
  filters: Filters
  onChange: (filters: Filters) => void
}) {
  const { practice, difficulty } = useMessages()
  const { data: paths = [] } = useQuery(learningPathsQuery)
  const { data: categories = [] } = useQuery(categoriesQuery)
  const levels = (['beginner', 'intermediate', 'advanced'] as const).map((level) => ({
    value: level,
    label: difficulty[level],
  }))
  const groups = [
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

  const chosen = groups.flatMap(({ name, choices }) => {
    const value = filters[name]
    return value ? [choices.find((choice) => choice.value === value)?.label ?? value] : []
  })
  return (
    <details className={styles.filters}>
      <summary className={styles.summary}>
        <SlidersHorizontal aria-hidden size={16} />
        <span className="visually-hidden">{practice.filters}: </span>
        <span>{chosen.length > 0 ? chosen.join(' · ') : practice.allPaths}</span>
      </summary>
      <div className={styles.fields}>
        {groups.map(({ name, label, all, choices }) => (
          <SelectField
            key={name}
            label={label}
            value={filters[name] ?? ''}
            onChange={(event) => onChange(withFilter(filters, name, event.target.value))}
            choices={[{ value: '', label: all }, ...choices]}
          />
        ))}
      </div>
    </details>
  )
}

function withFilter(filters: Filters, name: keyof Filters, value: string): Filters {
  const { [name]: _before, ...others } = filters
  return value === '' ? others : { ...others, [name]: value }
}
