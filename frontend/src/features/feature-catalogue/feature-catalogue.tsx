import type { Feature } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { useUrlFilters } from '../../shared/ui/use-url-filters.ts'
import styles from './feature-catalogue.module.css'
import { useFeatureCatalogueMessages } from './feature-catalogue-messages.ts'
import { FeatureFilters, filterNames } from './feature-filters.tsx'
import { FeatureGroup } from './feature-group.tsx'
import { FeatureSummaryFigures } from './feature-summary.tsx'
import { featuresQuery } from './features-query.ts'

const FeatureDialog = lazy(() => import('./feature-dialog.tsx'))

/** What the product can do and how far it is: a summary, the list with its filters, and all that is known of each. */
export function FeatureCatalogue() {
  const messages = useFeatureCatalogueMessages()
  const { data, error, refetch } = useQuery(featuresQuery)
  const { filters, setFilter, clear } = useUrlFilters(filterNames)
  const [openId, setOpenId] = useState<string>()
  const shown = data?.data.filter((feature) => matches(feature, filters)) ?? []
  // What somebody looks for is shown at once; all of it would be a page of its own.
  const isFiltered = Object.keys(filters).length > 0
  const open = data?.data.find(({ id }) => id === openId)
  return (
    <section aria-labelledby="features" className={styles.catalogue}>
      <header>
        <h2 id="features">{messages.title}</h2>
        <p className={styles.lead}>{messages.lead}</p>
      </header>
      {!data && !error && <Skeleton heights={[7, 4, 4, 4]} />}
      {!data && error && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <FeatureSummaryFigures summary={data.summary} />
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
