import type { Feature } from '@rehearse/contracts'
import { SelectField } from '../../shared/ui/fields.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import styles from './feature-catalogue.module.css'
import { useFeatureCatalogueMessages } from './feature-catalogue-messages.ts'

export const filterNames = ['feature', 'status', 'priority', 'category', 'section'] as const
type FilterName = (typeof filterNames)[number]

export function FeatureFilters({
  features,
  filters,
  onFilter,
}: {
  features: readonly Feature[]
  filters: Partial<Record<FilterName, string>>
  onFilter: (name: FilterName, value: string) => void
}) {
  const messages = useFeatureCatalogueMessages()
  const sections = [...new Set(features.map(({ section }) => section))].sort()
  const choices: Record<Exclude<FilterName, 'feature'>, Record<string, string>> = {
    status: messages.statuses,
    priority: messages.priorities,
    category: messages.categories,
    section: Object.fromEntries(sections.map((section) => [section, section])),
  }
  return (
    <div className={styles.filters}>
      <SearchBox
        label={messages.search}
        value={filters.feature ?? ''}
        onSearch={(term) => onFilter('feature', term)}
      />
      {(['status', 'priority', 'category', 'section'] as const).map((name) => (
        <SelectField
          key={name}
          label={messages[name]}
          value={filters[name] ?? ''}
          onChange={({ target }) => onFilter(name, target.value)}
          choices={[
            { value: '', label: messages.all },
            ...Object.entries(choices[name]).map(([value, label]) => ({ value, label })),
          ]}
        />
      ))}
    </div>
  )
}
