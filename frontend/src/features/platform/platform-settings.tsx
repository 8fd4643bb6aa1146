import { useQuery } from '@tanstack/react-query'
import { usePrevious } from '../../shared/admin/use-previous.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Configuration } from './configuration.tsx'
import { FlagList } from './flag-list.tsx'
import styles from './platform.module.css'
import { usePlatformMessages } from './platform-messages.ts'
import { platformQuery } from './platform-query.ts'
import { ServiceHealth } from './service-health.tsx'

/** How every service does at the moment, what is switched on, and what each is configured with. */
export function PlatformSettings() {
  const messages = usePlatformMessages()
  const format = useFormat()
  const { data, error, refetch } = useQuery(platformQuery)
  const before = usePrevious(data)
  const down = data?.services.filter(({ state }) => state === 'down').length ?? 0
  return (
    <Page title={messages.title} lead={messages.lead}>
      {!data && !error && <Skeleton heights={[12, 12, 12]} />}
      {!data && error && (
        <LoadFailed title={messages.loadFailed} error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <section aria-labelledby="health" className={styles.section}>
            <header>
              <h2 id="health">{messages.health}</h2>
              <p role="status">{down === 0 ? messages.allUp : messages.someDown(down)}</p>
              <p className={styles.quiet}>{messages.measured(format.moment(data.measuredAt))}</p>
            </header>
            <div className={styles.services}>
              {data.services.map((service) => (
                <ServiceHealth
                  key={service.name}
                  service={service}
                  measuredAt={data.measuredAt}
                  before={before}
                />
              ))}
            </div>
          </section>
          <FlagList services={data.services} />
          <Configuration services={data.services} />
        </>
      )}
    </Page>
  )
}
