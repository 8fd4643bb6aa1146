import type { PlatformService, ServiceSetting } from '@rehearse/contracts'
import { useQuery } from '@tanstack/react-query'
import { usePrevious } from '../../shared/admin/use-previous.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { LoadFailed } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Skeleton } from '../../shared/ui/skeleton.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { usePlatformMessages } from './messages.en.ts'
import styles from './platform.module.css'
import { platformQuery, ServiceHealth } from './service-health.tsx'

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

/** What the configuration switches on. */
function FlagList({ services }: { services: readonly PlatformService[] }) {
  const messages = usePlatformMessages()
  const flags = Object.entries(flagsOf(services)) as [keyof typeof messages.flag, boolean][]
  return (
    <section aria-labelledby="flags" className={styles.section}>
      <header>
        <h2 id="flags">{messages.flags}</h2>
        <p className={styles.quiet}>{messages.flagsLead}</p>
      </header>
      <ul className={`plain-list ${styles.flags}`}>
        {flags.map(([name, isOn]) => (
          <li key={name}>
            <span>{messages.flag[name]}</span>
            <Tag tone={isOn ? 'ok' : 'quiet'}>{isOn ? messages.on : messages.off}</Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Parts of the product that depend on the configuration, by what has to be set. */
export function flagsOf(services: readonly PlatformService[]) {
  const settings = new Map<string, ServiceSetting>(
    services.flatMap(({ name, settings }) =>
      settings.map((setting) => [`${name}.${setting.name}`, setting] as const),
    ),
  )
  const isSet = (name: string) => settings.get(name)?.isSet === true
  const isValue = (name: string, value: string) => settings.get(name)?.value === value
  const limits = [...settings.values()].filter(({ name }) => name.startsWith('RATE_LIMIT_'))
  return {
    google: isSet('identity.GOOGLE_CLIENT_ID'),
    github: isSet('identity.GITHUB_CLIENT_ID'),
    mail: isSet('identity.SMTP_URL'),
    push: isSet('identity.VAPID_PRIVATE_KEY'),
    issues: isSet('questions.ISSUES_REPOSITORY'),
    interviewer: isSet('questions.OPENAI_BASE_URL'),
    runner: isSet('gateway.RUNNER_PORT') && !isValue('gateway.RUNNER_PORT', '0'),
    tls: isSet('gateway.TLS_CERT_FILE'),
    http2: isValue('gateway.HTTP2', 'true'),
    traces:
      isSet('gateway.OTEL_EXPORTER_OTLP_ENDPOINT') || isSet('gateway.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
    limits: limits.length > 0 && limits.every(({ value }) => value !== '0'),
  }
}

/** What each service is configured with; of a secret only that it is set. */
function Configuration({ services }: { services: readonly PlatformService[] }) {
  const messages = usePlatformMessages()
  return (
    <section aria-labelledby="configuration" className={styles.section}>
      <header>
        <h2 id="configuration">{messages.configured}</h2>
        <p className={styles.quiet}>{messages.configuredLead}</p>
      </header>
      <div>
        {services
          .filter(({ settings }) => settings.length > 0)
          .map(({ name, settings }) => {
            const title = messages.services[name] ?? name
            return (
              <details key={name} className={styles.disclosure}>
                <summary>{title}</summary>
                <div className={styles.scroller} {...keyboardScrollable}>
                  <table aria-label={messages.shownOf(title)} className={styles.table}>
                    <thead>
                      <tr>
                        <th scope="col">{messages.setting}</th>
                        <th scope="col">{messages.value}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {settings.map((setting) => (
                        <tr key={setting.name}>
                          <th scope="row">
                            <code>{setting.name}</code>
                          </th>
                          <td>
                            {setting.value === null ? (
                              <span className={styles.quiet}>
                                {setting.isSet ? messages.isSet : messages.isNotSet}
                              </span>
                            ) : (
                              <code>{setting.value}</code>
                            )}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </details>
            )
          })}
      </div>
    </section>
  )
}
