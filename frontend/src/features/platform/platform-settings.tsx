import type { PlatformService, platformReply, ServiceMetrics, ServiceSetting } from '@rehearse/contracts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { usePrevious } from '../../shared/admin/use-previous.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { Loading } from '../../shared/ui/load-failed.tsx'
import { Page } from '../../shared/ui/page.tsx'
import { Tag } from '../../shared/ui/tag.tsx'
import { usePlatformMessages } from './messages.en.ts'
import styles from './platform.module.css'

/** The health of every service, the enabled features, and the configuration. */
export function PlatformSettings() {
  const messages = usePlatformMessages()
  const format = useFormat()
  const query = useQuery(platformQuery)
  const { data } = query
  const before = usePrevious(data)
  const down = data?.services.filter(({ state }) => state === 'down').length ?? 0
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Loading query={query} title={messages.loadFailed} heights={[12, 12, 12]} />
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

/** The features enabled by the configuration. */
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

/** Features that depend on the configuration, by the required settings. */
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

/** The configuration of each service; for a secret, only whether it is set. */
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

interface Measured {
  measuredAt: string
  /** The previous measurement: rates are computed between two. */
  before: PlatformState | undefined
}

/** One service: each of its processes with its dependencies and its health. */
function ServiceHealth({ service, ...measured }: { service: PlatformService } & Measured) {
  const messages = usePlatformMessages()
  const name = messages.services[service.name] ?? service.name
  return (
    <section aria-label={name} className={styles.service}>
      <h3>
        {name} <State state={service.state} />
      </h3>
      {service.replicas.map((replica) => (
        <Process key={replica.address} service={service.name} replica={replica} {...measured} />
      ))}
    </section>
  )
}

function State({ state }: { state: PlatformService['state'] }) {
  const messages = usePlatformMessages()
  return <Tag tone={state === 'up' ? 'ok' : 'bad'}>{messages[state]}</Tag>
}

function Process({
  service,
  replica: { address, state, checks, figures },
  measuredAt,
  before,
}: { service: string; replica: PlatformService['replicas'][number] } & Measured) {
  const messages = usePlatformMessages()
  const earlier = before?.services
    .find(({ name }) => name === service)
    ?.replicas.find((replica) => replica.address === address)?.figures
  return (
    <div className={styles.process}>
      <p className={styles.quiet}>
        {address === 'here' ? messages.thisProcess : messages.process(address)}{' '}
        {state === 'down' && <State state={state} />}
      </p>
      {Object.keys(checks).length > 0 && (
        <p className={styles.checks}>
          <span className={styles.quiet}>{messages.stands}:</span>
          {Object.entries(checks).map(([name, check]) => (
            <Tag key={name} tone={check === 'up' ? 'quiet' : 'bad'}>
              {check === 'up' ? name : `${name} ${messages.down}`}
            </Tag>
          ))}
        </p>
      )}
      {figures === null ? (
        <p className={styles.quiet}>{messages.noMetrics}</p>
      ) : (
        <Stats
          figures={figures}
          earlier={earlier ?? null}
          seconds={before ? (Date.parse(measuredAt) - Date.parse(before.measuredAt)) / 1000 : 0}
          measuredAt={measuredAt}
        />
      )}
    </div>
  )
}

function Stats({
  figures,
  earlier,
  seconds,
  measuredAt,
}: {
  figures: ServiceMetrics
  earlier: ServiceMetrics | null
  seconds: number
  measuredAt: string
}) {
  const messages = usePlatformMessages()
  const format = useFormat()
  const uptime = Math.max(0, (Date.parse(measuredAt) - Date.parse(figures.startedAt)) / 1000)
  const isSameProcess = earlier !== null && earlier.requests <= figures.requests && seconds > 0
  // Since the previous measurement; with only one, since the process started.
  const since = isSameProcess ? earlier : { requests: 0, cpuTime: 0 }
  const over = isSameProcess ? seconds : Math.max(1, uptime)
  const rows: [name: string, value: string, line?: string][] = [
    [messages.uptime, format.duration(uptime)],
    [
      messages.requests,
      format.number(figures.requests),
      messages.perSecond(format.decimal((figures.requests - since.requests) / over)),
    ],
    [
      messages.failures,
      format.number(figures.failures),
      messages.failuresLine(
        format.percent(figures.requests === 0 ? 0 : (100 * figures.failures) / figures.requests),
      ),
    ],
    [
      messages.meanTime,
      figures.meanTime === null ? '–' : messages.milliseconds(format.decimal(figures.meanTime * 1000)),
    ],
    [messages.memory, messages.megabytes(format.number(Math.round(figures.memory / 1024 / 1024)))],
    [messages.cpu, format.percent(Math.min(100, (100 * (figures.cpuTime - since.cpuTime)) / over))],
    [messages.lag, messages.milliseconds(format.decimal(figures.lag * 1000))],
  ]
  return (
    <dl className={styles.figures}>
      {rows.map(([name, value, line]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-numeric>
            {value}
            {line && <span className={styles.quiet}>{line}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Polling interval while the page is visible: process metrics have no event. Milliseconds. */
const INTERVAL = 5_000

type PlatformState = Reply<typeof platformReply>

const platformQuery = queryOptions({
  queryKey: adminKey('settings', 'platform'),
  queryFn: ({ signal }) => adminApi.get('/api/admin/platform', { signal }),
  refetchInterval: INTERVAL,
})
