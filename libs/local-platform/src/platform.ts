import { chmod, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { lockDataDir } from './data-dir-lock.ts'
import { freePorts, isPortFree } from './free-port.ts'
import { type KeptServer, keepServer, type ServerEvent, type ServerName } from './kept-server.ts'
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
import { waitUntilReady } from './wait-until-ready.ts'

/** The five services and their backing servers, running on this machine. */
export interface Platform {
  /** Where learners and admins go. */
  gatewayUrl: string
  /** Where each service answers inside: `/livez`, `/readyz`, `/metrics`. */
  innerUrls: Readonly<Record<ServiceName, string>>
  /** Of the superuser: for tests and maintenance. */
  postgresUrl: string
  /** Of the operator: likewise. */
  natsUrl: string
  natsUrls: NatsUrls
  services: Readonly<Record<ServiceName, SupervisedService>>
  /** Those that we started; none where the caller gave an address. */
  servers: Readonly<Partial<Record<ServerName, KeptServer>>>
  /** Stops services, then servers, and leaves no process behind; safe to call twice. */
  stop(): Promise<void>
}

export type PlatformPart = ServerName | 'databases' | ServiceName

/** What happens while the platform starts, as it happens. */
export type PlatformStep =
  | { part: PlatformPart; state: 'begun' }
  | { part: PlatformPart; state: 'done'; ms: number }
  /** Something worth a line of its own: where data is kept, what is being downloaded. */
  | { part: PlatformPart; state: 'note'; message: string }

/** What happens to services and servers, from the first start on. */
export type PlatformEvent = ServiceEvent | ServerEvent

export interface PlatformOptions {
  /** Everything that is kept; one launcher at a time. */
  dataDir: string
  /** Of the gateway; a free one if not given. */
  port?: number
  /** Of the runner of challenges, which the gateway serves too; a free one if not given. */
  runnerPort?: number
  /** Where the services answer inside; free ones where none is given. */
  innerPorts?: Partial<Record<ServiceName, number>>
  /** The address that the gateway listens on; loopback if not given. */
  host?: string
  /** A server of the caller's own (its superuser's address) instead of the embedded one. */
  postgresUrl?: string | undefined
  natsUrl?: string | undefined
  /** By which the services are known to NATS; those of the data folder if not given. */
  natsCredentials?: NatsCredentials
  /** Settings of the embedded Postgres, such as `{ fsync: 'off' }` where durability isn't tested. */
  postgresSettings?: Readonly<Record<string, string>>
  /** The built frontend; the gateway serves none without it. */
  frontendDir?: string | undefined
  logLevel?: string
  nodeEnv?: 'development' | 'test' | 'production'
  /** Further variables of one service; they win. */
  env?: Partial<Record<ServiceName, Readonly<Record<string, string>>>>
  /** Other programs instead of `services/<name>/src/main.ts`. */
  entries?: Partial<Record<ServiceName, string>>
  /** How long a service may take until `/readyz` answers 200. */
  readyWithinMs?: number
  /** Gives up starting; what has started is stopped. */
  signal?: AbortSignal
  onStep?: (step: PlatformStep) => void
  onEvent?: (event: PlatformEvent) => void
  /** A line of a service's or a server's log. */
  onLine?: (source: PlatformPart, line: string) => void
}

/**
 * Starts Postgres and NATS (or uses the caller's), gives each service its database, starts the five services and
 * waits until each is ready. What dies later is started again, and reported.
 * @throws {LocalPlatformError} whose message says what to do; nothing is left running then
 */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const dataDir = resolve(options.dataDir)
  const host = options.host ?? '127.0.0.1'
  await using started = new AsyncDisposableStack()

  if (options.port) await requireFreePort(host, options.port, 'PORT')
  if (options.runnerPort) await requireFreePort(host, options.runnerPort, 'RUNNER_PORT')
  started.defer(await lockDataDir(dataDir))
  // Where we are root, Postgres isn't, and has to get through to its own.
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
    servers: servers.kept,
    stop: () => running.disposeAsync(),
  }
}

interface Servers {
  postgresUrl: string
  natsUrls: NatsUrls
  kept: Partial<Record<ServerName, KeptServer>>
}

async function openServers(
  dataDir: string,
  options: PlatformOptions,
  started: AsyncDisposableStack,
): Promise<Servers> {
  const kept: Partial<Record<ServerName, KeptServer>> = {}
  const credentials =
    options.natsCredentials ?? (await natsCredentialsFile(join(dataDir, 'nats-credentials')))
  const open = (name: ServerName, givenUrl: string | undefined, start: Parameters<typeof keepServer>[1]) =>
    reported(options, name, async () => {
      if (givenUrl) return givenUrl
      const server = await keepServer(name, start, (event) => options.onEvent?.(event))
      started.defer(() => server.stop())
      kept[name] = server
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
      kept.nats ? `nats://127.0.0.1:${new URL(kept.nats.url).port}` : (natsUrl as string),
      credentials,
    ),
    kept,
  }
}

async function openDatabases(
  dataDir: string,
  { postgresUrl, kept }: Servers,
): Promise<ServiceSurroundings['databases']> {
  const secret = await secretFile(join(dataDir, 'database-secret'))
  if (kept.postgres) await closeMaintenanceDatabases(postgresUrl)
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
        options.onEvent?.(event)
        // A service that can't start at all won't get better by waiting: its last words are what helps.
        if (starting && event.type === 'died' && services[name].deaths >= 3) {
          givingUp.abort(
            new LocalPlatformError(`${name} can't start. It said:\n${event.lastLines.join('\n')}`),
          )
        }
      },
    }),
  )
  started.defer(async () => {
    // The door first: what is under way inside is finished while nothing new comes in.
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
    `Port ${port} is taken by another program: stop that, or choose another port, for example ${variable}=${port + 2} npm start.`,
  )
}

async function reported<T>(options: PlatformOptions, part: PlatformPart, work: () => Promise<T>): Promise<T> {
  const begun = Date.now()
  options.onStep?.({ part, state: 'begun' })
  const result = await work()
  options.onStep?.({ part, state: 'done', ms: Date.now() - begun })
  return result
}

/** Waits for all, so that nothing is still starting when what has started is stopped; then the first error counts. */
async function allOrFirstError<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(promises)
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason
  return settled.map((outcome) => (outcome as PromiseFulfilledResult<T>).value)
}

function byService<T>(make: (name: ServiceName) => T): Record<ServiceName, T> {
  return Object.fromEntries(serviceNames.map((name) => [name, make(name)])) as Record<ServiceName, T>
}
