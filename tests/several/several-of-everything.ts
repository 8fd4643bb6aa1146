import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  freePorts,
  type Platform,
  repositoryRoot,
  type ServiceName,
  type SupervisedService,
  startPlatform,
  superviseService,
  waitUntilReady,
} from '@rehearse/local-platform'
import type { NatsCluster } from './nats-cluster.ts'
import { here, type Place } from './place.ts'

export type BackendName = Exclude<ServiceName, 'gateway'>
export const backends: readonly BackendName[] = ['identity', 'questions', 'progress', 'media']

/** One process of a service, and where it reports its health. */
export interface Replica {
  readonly name: string
  readonly process: SupervisedService
  readonly innerUrl: string
}

export interface SeveralOfEverything {
  platform: Platform
  replicas: Readonly<Record<BackendName, readonly Replica[]>>
  gateways: readonly (Replica & { url: string })[]
  /** The gateways in turn, as a load balancer picks them, without those taken out. */
  door(): string
  /** Takes a gateway out of the balancer, waits until that is known, does the work, and puts it back. */
  without(gateway: Replica, work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds until a balancer stops using a gateway that shuts down: `preStop` of our manifests waits as long. */
const takenOutFor = 1_000

export interface Surroundings {
  dataDir: string
  /** The NATS servers, and the services' credentials. */
  nats: Pick<NatsCluster, 'url' | 'credentials'>
  /** For the superuser. */
  postgresUrl: string
  /** Where the second replica of a service runs, with extra environment variables. */
  second?: Partial<Record<BackendName, { place?: Place; env?: Readonly<Record<string, string>> }>>
}

/** Two gateways and two replicas of each service, with three copies of every stream. */
export async function startSeveral({
  dataDir,
  nats,
  postgresUrl,
  second: seconds = {},
}: Surroundings): Promise<SeveralOfEverything> {
  const placeOf = (name: BackendName) => seconds[name]?.place ?? here
  const ports = await freePorts(backends.length + 3)
  const [publicPort, runnerPort, innerPort] = ports.slice(backends.length) as [number, number, number]
  const secondUrl = (name: BackendName) => `http://${placeOf(name).address}:${ports[backends.indexOf(name)]}`
  const common = { NATS_REPLICAS: '3', LOG_LEVEL: 'warn', GATEWAY_SECRET: randomUUID() }
  const unlimited = { RATE_LIMIT_WRITE: '0', RATE_LIMIT_ANSWERS: '0', RATE_LIMIT_READ: '0' }
  const of: Record<BackendName, Record<string, string>> = {
    identity: { ...common, RATE_LIMIT_REGISTER: '0', PASSWORD_COST: '4' },
    questions: common,
    progress: common,
    media: { ...common, MEDIA_STORAGE: 'nats' },
  }
  const firstPorts = await freePorts(backends.length)
  const firstUrl = (name: BackendName) => `http://127.0.0.1:${firstPorts[backends.indexOf(name)]}`
  const upstreams = Object.fromEntries(
    backends.map((name) => [`${name.toUpperCase()}_URL`, `${firstUrl(name)},${secondUrl(name)}`]),
  )
  const platform = await startPlatform({
    dataDir,
    natsUrl: nats.url,
    natsCredentials: nats.credentials,
    postgresUrl,
    nodeEnv: 'test',
    readyWithinMs: 120_000,
    env: {
      gateway: { ...common, ...unlimited, ...upstreams },
      ...of,
    },
    innerPorts: Object.fromEntries(backends.map((name, at) => [name, firstPorts[at]])),
  })

  function second(
    name: ServiceName,
    env: Readonly<Record<string, string>>,
    { address, through }: Place = here,
  ): SupervisedService {
    return superviseService({
      name: `${name} 2`,
      entry: `services/${name}/src/main.ts`,
      cwd: repositoryRoot,
      through,
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'test',
        HOST: address,
        NATS_URL: platform.natsUrls[name],
        ...env,
      },
    })
  }
  const databaseOf = (name: BackendName) =>
    Object.assign(new URL(platform.postgresUrl), { pathname: `/${name}` }).href
  const replicas = Object.fromEntries(
    backends.map((name) => [
      name,
      [
        { name: `${name} 1`, process: platform.services[name], innerUrl: firstUrl(name) },
        {
          name: `${name} 2`,
          innerUrl: secondUrl(name),
          process: second(
            name,
            {
              ...of[name],
              PORT: portOf(secondUrl(name)),
              DATABASE_URL: databaseOf(name),
              ...(name === 'media' && { MEDIA_DIR: `${dataDir}/media-2` }),
              ...seconds[name]?.env,
            },
            placeOf(name),
          ),
        },
      ],
    ]),
  ) as unknown as Record<BackendName, Replica[]>
  const secondGateway = second('gateway', {
    ...common,
    ...unlimited,
    ...upstreams,
    PORT: String(publicPort),
    RUNNER_PORT: String(runnerPort),
    INNER_PORT: String(innerPort),
  })
  const gateways = [
    {
      name: 'gateway 1',
      url: platform.gatewayUrl,
      process: platform.services.gateway,
      innerUrl: platform.innerUrls.gateway,
    },
    {
      name: 'gateway 2',
      url: `http://127.0.0.1:${publicPort}`,
      process: secondGateway,
      innerUrl: `http://127.0.0.1:${innerPort}`,
    },
  ]
  const all = [...Object.values(replicas).flat(), ...gateways]
  await Promise.all(all.map(({ innerUrl }) => waitUntilReady(innerUrl, { deadlineMs: 120_000 })))

  const out = new Set<string>()
  let turn = 0
  return {
    platform,
    replicas,
    gateways,
    door: () => {
      const open = gateways.filter(({ name }) => !out.has(name))
      turn += 1
      return open[turn % open.length]?.url ?? platform.gatewayUrl
    },
    without: async ({ name }, work) => {
      out.add(name)
      await pause(takenOutFor)
      await work()
      out.delete(name)
    },
    stop: async () => {
      await secondGateway.stop()
      await Promise.all(backends.map((name) => replicas[name][1]?.process.stop()))
      await platform.stop()
    },
  }
}

const portOf = (url: string) => new URL(url).port
