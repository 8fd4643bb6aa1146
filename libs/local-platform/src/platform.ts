import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { EXIT_OTHER_VERSION } from '@rehearse/contracts'
import { lockDataDir } from './data-dir-lock.ts'
import { freePorts, isPortFree } from './free-port.ts'
import { explainFailure, LocalPlatformError } from './local-platform-error.ts'
import { type NatsCredentials, type NatsUrls, natsCredentialsFile, natsUrls } from './nats-access.ts'
import { startNats } from './nats-server.ts'
import {
  databaseOwners,
  inheritedEnvironment,
  innerUrl,
  publicUrl,
  repositoryRoot,
  type ServiceName,
  type ServiceSurroundings,
  serviceEnvironment,
  serviceNames,
} from './platform-services.ts'
import { startPostgres } from './postgres-server.ts'
import { closeMaintenanceDatabases, provisionDatabase } from './provision.ts'
import { secretFile } from './secret-file.ts'
import { type ServiceEvent, type SupervisedService, superviseService } from './service-process.ts'
import {
  type ServerEvent,
  type ServerName,
  type SupervisedServer,
  superviseServer,
} from './supervised-server.ts'
import { waitUntilReady } from './wait-until-ready.ts'

/** The five services and their backing servers, running on this machine. */
export interface Platform {
  /** The URL for learners and admins. */
  gatewayUrl: string
  /** The internal URL of each service: `/livez`, `/readyz`, `/metrics`. */
  innerUrls: Readonly<Record<ServiceName, string>>
  /** With the superuser's credentials, for tests and maintenance. */
  postgresUrl: string
  /** With the operator's credentials, for tests and maintenance. */
  natsUrl: string
  natsUrls: NatsUrls
  services: Readonly<Record<ServiceName, SupervisedService>>
  /** The servers that this process started, without those that the caller provides. */
  servers: Readonly<Partial<Record<ServerName, SupervisedServer>>>
  /** Stops services, then servers, and leaves no process behind; safe to call twice. */
  stop(): Promise<void>
}

export type PlatformPart = ServerName | 'databases' | ServiceName

/** The progress of a start. */
export type PlatformStep =
  | { part: PlatformPart; state: 'begun' }
  | { part: PlatformPart; state: 'done'; ms: number }
  /** A message from the platform itself: where the data is, what is being downloaded. */
  | { part: PlatformPart; state: 'note'; message: string }

/** Events of services and servers, from the first start on. */
export type PlatformEvent = ServiceEvent | ServerEvent

export interface PlatformOptions {
  /** The folder of all data; one launcher at a time. */
  dataDir: string
  /** The gateway's port; a free one by default. */
  port?: number
  /** The port of the challenge runner, which the gateway also serves; a free one by default. */
  runnerPort?: number
  /** The internal ports of the services; free ones by default. */
  innerPorts?: Partial<Record<ServiceName, number>>
  /** The address that the gateway listens on; loopback by default. */
  host?: string
  /** The superuser's URL of the caller's own server, instead of the embedded one. */
  postgresUrl?: string | undefined
  natsUrl?: string | undefined
  /** The services' NATS credentials; those of the data folder by default. */
  natsCredentials?: NatsCredentials
  /** Settings of the embedded Postgres, such as `{ fsync: 'off' }` for tests without durability. */
  postgresSettings?: Readonly<Record<string, string>>
  /** The built frontend; without it the gateway serves none. */
  frontendDir?: string | undefined
  logLevel?: string
  nodeEnv?: 'development' | 'test' | 'production'
  /** Extra variables per service, which override others. */
  env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>
  /** Other programs instead of `services/<name>/src/main.ts`. */
  entries?: Partial<Record<ServiceName, string>>
  /** How long a service may take until `/readyz` returns 200. */
  readyWithinMs?: number
  /** Aborts the start, and stops what has started. */
  signal?: AbortSignal
  onStep?: (step: PlatformStep) => void
  onEvent?: (event: PlatformEvent) => void
  /** Called for each line of a service's or server's log. */
  onLine?: (source: PlatformPart, line: string) => void
}

/**
 * Starts Postgres and NATS (or uses the caller's), creates each service's database, starts the five services and
 * waits until each is ready. Processes that die later are restarted, and that is reported.
 * @throws {LocalPlatformError} whose message says what to do; then nothing is left running
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const dataDir = resolve(options.dataDir)
  const host = options.host ?? '127.0.0.1'
  await using started = new AsyncDisposableStack()

  if (options.port) await requireFreePort(host, options.port, 'PORT')
  if (options.runnerPort) await requireFreePort(host, options.runnerPort, 'RUNNER_PORT')
  started.defer(await lockDataDir(dataDir))
  // As root, Postgres runs as another user, who must reach its own folder.
  await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700)
  const servers = await openServers(dataDir, options, started)
  options.signal?.throwIfAborted()
  const { postgresUrl, natsUrls } = servers
  const databases = await reported(options, 'databases', () => openDatabases(dataDir, servers))
  options.signal?.throwIfAborted()

  const [publicPort, runnerPort, ...ports] = await freePorts(2 + serviceNames.length)
  const surroundings: ServiceSurroundings = {
    dataDir,
    host,
    publicPort: options.port ?? (publicPort as number),
    runnerPort: options.runnerPort ?? (runnerPort as number),
    innerPorts: Object.fromEntries(
      serviceNames.map((name, at) => [name, options.innerPorts?.[name] ?? ports[at]]),
    ) as Record<ServiceName, number>,
    natsUrls,
    gatewaySecret: await secretFile(join(dataDir, 'gateway-secret')),
    databases,
    logLevel: options.logLevel ?? 'info',
    nodeEnv: options.nodeEnv ?? 'production',
    frontendDir: options.frontendDir,
  }
  const services = await startServices(surroundings, options, started)
  const running = started.move()
  return {
    gatewayUrl: publicUrl(host, surroundings.publicPort),
    innerUrls: byService((name) => innerUrl(surroundings.innerPorts, name)),
    postgresUrl,
    natsUrl: natsUrls.ops,
    natsUrls,
    services,
    servers: servers.running,
    stop: () => running.disposeAsync(),
  }
}

interface Servers {
  postgresUrl: string
  natsUrls: NatsUrls
  running: Partial<Record<ServerName, SupervisedServer>>
}

async function openServers(
  dataDir: string,
  options: PlatformOptions,
  started: AsyncDisposableStack,
): Promise<Servers> {
  const running: Partial<Record<ServerName, SupervisedServer>> = {}
  const credentials =
    options.natsCredentials ?? (await natsCredentialsFile(join(dataDir, 'nats-credentials')))
  const open = (
    name: ServerName,
    givenUrl: string | undefined,
    start: Parameters<typeof superviseServer>[1],
  ) =>
    reported(options, name, async () => {
      if (givenUrl) return givenUrl
      const server = await superviseServer(name, start, (event) => options.onEvent?.(event))
      started.defer(() => server.stop())
      running[name] = server
      return server.url
    })
  const watched = (part: ServerName) => ({
    dataDir: join(dataDir, part),
    onLog: (line: string) => options.onLine?.(part, line),
    onNote: (message: string) => options.onStep?.({ part, state: 'note', message }),
  })
  const [postgresUrl, natsUrl] = await allOrFirstError([
    open('postgres', options.postgresUrl, (port) =>
      startPostgres({
        ...watched('postgres'),
        ...(port && { port }),
        settings: options.postgresSettings ?? {},
      }),
    ),
    open('nats', options.natsUrl, (port) =>
      startNats({ ...watched('nats'), credentials, ...(port && { port }) }),
    ),
  ])
  return {
    postgresUrl: postgresUrl as string,
    natsUrls: natsUrls(
      running.nats ? `nats://127.0.0.1:${new URL(running.nats.url).port}` : (natsUrl as string),
      credentials,
    ),
    running,
  }
}

async function openDatabases(
  dataDir: string,
  { postgresUrl, running }: Servers,
): Promise<ServiceSurroundings['databases']> {
  const secret = await secretFile(join(dataDir, 'database-secret'))
  if (running.postgres) await closeMaintenanceDatabases(postgresUrl)
  const entries = await allOrFirstError(
    databaseOwners.map(
      async (name) => [name, await provisionDatabase(postgresUrl, { name, secret })] as const,
    ),
  )
  return Object.fromEntries(entries)
}

async function startServices(
  surroundings: ServiceSurroundings,
  options: PlatformOptions,
  started: AsyncDisposableStack,
): Promise<Record<ServiceName, SupervisedService>> {
  const givingUp = new AbortController()
  const signal = AbortSignal.any([givingUp.signal, ...(options.signal ? [options.signal] : [])])
  let starting = true
  for (const name of serviceNames) {
    const folder = join(surroundings.dataDir, name)
    await mkdir(folder, { recursive: true })
    await chmod(folder, 0o700)
  }

  const services = byService((name) =>
    superviseService({
      name,
      entry: options.entries?.[name] ?? join('services', name, 'src/main.ts'),
      cwd: repositoryRoot,
      env: { ...inheritedEnvironment(), ...serviceEnvironment(name, surroundings), ...options.env?.[name] },
      onLine: (line) => options.onLine?.(name, line),
      onEvent: (event) => {
        if (starting && event.type === 'died' && event.code === EXIT_OTHER_VERSION) {
          // Without the log, which is JSON.
          const reason = event.lastLines.filter((line) => !line.startsWith('{')).join('\n')
          givingUp.abort(new LocalPlatformError(reason))
          return
        }
        options.onEvent?.(event)
        // A service that can't start won't recover by waiting: its last output helps more.
        if (starting && event.type === 'died' && services[name].deaths >= 3) {
          givingUp.abort(
            new LocalPlatformError(`${name} can't start. Its output:\n${event.lastLines.join('\n')}`),
          )
        }
      },
    }),
  )
  started.defer(async () => {
    // The gateway first, so that requests in progress finish while no new ones arrive.
    await services.gateway.stop()
    await Promise.all(serviceNames.map((name) => services[name].stop()))
  })
  await allOrFirstError(
    serviceNames.map((name) =>
      reported(options, name, () =>
        waitUntilReady(innerUrl(surroundings.innerPorts, name), {
          deadlineMs: options.readyWithinMs ?? 120_000,
          signal,
        }),
      ).catch((error: unknown) => {
        givingUp.abort(error)
        throw error
      }),
    ),
  )
  starting = false
  return services
}

async function requireFreePort(host: string, port: number, variable: string): Promise<void> {
  const free = await isPortFree(host, port).catch((error: unknown) => {
    throw explainFailure(`The platform can't listen on ${host}:${port}`, error)
  })
  if (free) return
  throw new LocalPlatformError(
    `Port ${port} is in use by another program: stop it, or choose another port, for example ${variable}=${port + 2} npm start.`,
  )
}

async function reported<T>(options: PlatformOptions, part: PlatformPart, work: () => Promise<T>): Promise<T> {
  const begun = Date.now()
  options.onStep?.({ part, state: 'begun' })
  const result = await work()
  options.onStep?.({ part, state: 'done', ms: Date.now() - begun })
  return result
}

/** Waits for all, so that nothing is still starting during a stop; then throws the first error. */
async function allOrFirstError<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises)
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
  return settled.map((outcome) => (outcome as PromiseFulfilledResult<T>).value)
}

function byService<T>(make: (name: ServiceName) => T): Record<ServiceName, T> {
  return Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, T>
}
