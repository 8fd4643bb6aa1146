import type { PlatformService, platformReply, ServiceFigures } from '@rehearse/contracts'
import { queryOptions } from '@tanstack/react-query'
import { adminKey } from '../../shared/admin/admin-self.ts'
import { adminApi } from '../../shared/api/client.ts'
import type { Reply } from '../../shared/api/reply.ts'
import { useFormat } from '../../shared/i18n/format.ts'
import { Tag } from '../../shared/ui/tag.tsx'
import { usePlatformMessages } from './messages.en.ts'
import styles from './platform.module.css'

interface Measured {
  measuredAt: string
  /** The measurement before this one: rates are what lies between two. */
  before: PlatformState | undefined
}

/** One service: each of its processes with what it stands on and how it does. */
export function ServiceHealth({ service, ...measured }: { service: PlatformService } & Measured) {
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
        <p className={styles.quiet}>{messages.noFigures}</p>
      ) : (
        <Figures
          figures={figures}
          earlier={earlier ?? null}
          seconds={before ? (Date.parse(measuredAt) - Date.parse(before.measuredAt)) / 1000 : 0}
          measuredAt={measuredAt}
        />
      )}
    </div>
  )
}

function Figures({
  figures,
  earlier,
  seconds,
  measuredAt,
}: {
  figures: ServiceFigures
  earlier: ServiceFigures | null
  seconds: number
  measuredAt: string
}) {
  const messages = usePlatformMessages()
  const format = useFormat()
  const uptime = Math.max(0, (Date.parse(measuredAt) - Date.parse(figures.startedAt)) / 1000)
  const isSameProcess = earlier !== null && earlier.requests <= figures.requests && seconds > 0
  // Since the measurement before; until there are two, since the process began.
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

/** Milliseconds between two measurements while the page is in view: what a process does at the moment has no event. */
const INTERVAL = 5_000

type PlatformState = Reply<typeof platformReply>

export const platformQuery = queryOptions({
  queryKey: adminKey('settings', 'platform'),
  queryFn: ({ signal }) => adminApi.get<PlatformState>('/api/admin/platform', { signal }),
  refetchInterval: INTERVAL,
})
