import type { Feature, FeatureSummary } from '@rehearse/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { adminApi } from '../../shared/api/client.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { SelectField } from '../../shared/ui/fields.tsx'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Meter } from '../../shared/ui/meter.tsx'
import { SearchBox } from '../../shared/ui/search-box.tsx'
import { Stat, Stats } from '../../shared/ui/stat.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import styles from './admin-dashboard.module.css'
import { FeatureBadges, FeatureIcon } from './feature-badges.tsx'
import { useAdminDashboardMessages } from './messages.en.ts'

const FeatureDialog = lazy(() => import('./feature-dialog.tsx'))

/** The features of the product and their status: a summary, and a filtered list with all details. */
export function FeatureCatalog() {
  const messages = useAdminDashboardMessages().catalog
  const query = useQuery(featuresQuery)
  const { data } = query
  const { filters, setFilter, clear } = useUrlFilters(filterNames)
  const [openId, setOpenId] = useState<string>()
  const shown = data?.data.filter((feature) => matches(feature, filters)) ?? []
  // Matching features show expanded; the full list would be too long.
  const isFiltered = Object.keys(filters).length > 0
  const open = data?.data.find(({ id }) => id === openId)
  return (
    <section aria-labelledby="features" className={styles.catalog}>
      <header>
        <h2 id="features">{messages.title}</h2>
        <p className={styles.lead}>{messages.lead}</p>
      </header>
      <Loading query={query} title={messages.loadFailed} heights={[7, 4, 4, 4]} />
      {data && (
        <>
          <FeatureSummaryStats summary={data.summary} />
          <FeatureFilters features={data.data} filters={filters} onFilter={setFilter} />
          {shown.length === 0 && (
            <EmptyState title={messages.noMatch} action={<Button onClick={clear}>{messages.clear}</Button>} />
          )}
          <div>
            {[...Map.groupBy(shown, ({ section }) => section)].map(([section, features]) => (
              <FeatureGroup
                key={section}
                section={section}
                features={features}
                isOpen={isFiltered}
                onOpen={({ id }) => setOpenId(id)}
              />
            ))}
          </div>
        </>
      )}
      {open && (
        <Suspense>
          <FeatureDialog feature={open} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

function matches(feature: Feature, filters: Partial<Record<(typeof filterNames)[number], string>>): boolean {
  const { feature: term = '', ...exact } = filters
  const words = `${feature.title} ${feature.description}`.toLowerCase()
  return (
    words.includes(term.toLowerCase()) &&
    (exact.status ?? feature.status) === feature.status &&
    (exact.priority ?? feature.priority) === feature.priority &&
    (exact.category ?? feature.category) === feature.category &&
    (exact.section ?? feature.section) === feature.section
  )
}

const featuresQuery = queryOptions({
  queryKey: adminKey('library', 'features'),
  queryFn: ({ signal }) => adminApi.get('/api/features', { signal }),
})

function FeatureSummaryStats({ summary }: { summary: FeatureSummary }) {
  const messages = useAdminDashboardMessages().catalog
  const format = useFormat()
  return (
    <Stats>
      <Stat
        label={messages.total}
        value={format.number(summary.total)}
        line={`${messages.website(format.number(summary.website))}, ${messages.admin(format.number(summary.admin))}`}
      />
      <Stat label={messages.completed} value={format.number(summary.completed)} />
      <Stat label={messages.inProgress} value={format.number(summary.inProgress)} />
      <Stat label={messages.pending} value={format.number(summary.pending)} />
      <Stat label={messages.completionRate} value={format.percent(summary.completionRate)} />
    </Stats>
  )
}

/** The features of one section, collapsed until it is opened. */
function FeatureGroup({
  section,
  features,
  isOpen,
  onOpen,
}: {
  section: string
  features: readonly Feature[]
  isOpen: boolean
  onOpen: (feature: Feature) => void
}) {
  const messages = useAdminDashboardMessages().catalog
  const format = useFormat()
  const completed = features.filter(({ status }) => status === 'completed').length
  return (
    <details open={isOpen} className={styles.group}>
      <summary>
        <h3 dir="auto">{section}</h3>
        {/* Within search results it would not describe the section. */}
        {!isOpen && (
          <span data-numeric className={styles.note}>
            {messages.completedOf(format.number(completed), format.number(features.length))}
          </span>
        )}
        <ChevronDown aria-hidden size={18} />
      </summary>
      <ul className="plain-list">
        {features.map((feature) => (
          <FeatureRow key={feature.id} feature={feature} onOpen={() => onOpen(feature)} />
        ))}
      </ul>
    </details>
  )
}

function FeatureRow({ feature, onOpen }: { feature: Feature; onOpen: () => void }) {
  const messages = useAdminDashboardMessages().catalog
  const format = useFormat()
  const { title, description, status, progress } = feature
  return (
    <li className={styles.feature}>
      <FeatureIcon name={feature.icon} />
      <div className={styles.what}>
        <h4 dir="auto">{title}</h4>
        <p dir="auto" className={styles.note}>
          {description}
        </p>
        {status === 'in-progress' && progress !== undefined && (
          <div className={styles.progress}>
            <Meter label={`${messages.progress}: ${title}`} value={progress} />
            <span data-numeric>{format.percent(progress)}</span>
          </div>
        )}
      </div>
      <p className={styles.badges}>
        <FeatureBadges feature={feature} />
      </p>
      <Button size="small" aria-haspopup="dialog" aria-label={messages.details(title)} onClick={onOpen}>
        {messages.detailsLabel}
      </Button>
    </li>
  )
}

const filterNames = ['feature', 'status', 'priority', 'category', 'section'] as const
type FilterName = (typeof filterNames)[number]

function FeatureFilters({
  features,
  filters,
  onFilter,
}: {
  features: readonly Feature[]
  filters: Partial<Record<FilterName, string>>
  onFilter: (name: FilterName, value: string) => void
}) {
  const messages = useAdminDashboardMessages().catalog
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
