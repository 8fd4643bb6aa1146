import { isIPv6 } from 'node:net'
import { appLabel, type Manifest, workloadsOf } from './render.ts'

// biome-ignore lint/suspicious/noExplicitAny: their shape is checked by the schemas
type Rule = any

/**
 * Which pod can call which: `gateway → progress:8000`. An arrow exists if one policy allows it as egress and one as
 * ingress.
 * @param apps all apps
 */
function arrowsOf(manifests: readonly Manifest[], apps: readonly string[]): string[] {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy')
  const arrows = apps.flatMap((from) =>
    apps.flatMap((to) => {
      const out = portsOf(policies, 'Egress', from, to)
      const into = portsOf(policies, 'Ingress', to, from)
      return [...out].filter((port) => into.has(port)).map((port) => `${from} → ${to}:${port}`)
    }),
  )
  return arrows.sort()
}

/**
 * The arrows of the architecture.
 * @param upstreams the services in the gateway's routes
 * @param commands jobs besides the services, if they are part of an overlay: with all databases and NATS
 */
function expectedArrows(upstreams: readonly string[], commands: readonly string[]): string[] {
  const toNats = ['gateway', ...upstreams, ...commands].map((from) => `${from} → nats:4222`)
  const toPostgres = [...upstreams, ...commands, 'prepare'].map((from) => `${from} → postgres:5432`)
  const behindGateway = upstreams.map((to) => `gateway → ${to}:8000`)
  return [...behindGateway, ...toNats, ...toPostgres, 'gateway → nats:8222', 'nats → nats:6222'].sort()
}

/**
 * @returns problems: missing arrows, and arrows that the architecture doesn't have. Replicas of Postgres may talk to
 *   each other.
 */
export function networkPolicyProblems(
  manifests: readonly Manifest[],
  upstreams: readonly string[],
): string[] {
  const commands = workloadsOf(manifests).some(({ app }) => app === 'backup') ? ['backup'] : []
  const apps = ['gateway', ...upstreams, ...commands, 'prepare', 'nats', 'postgres']
  const expected = expectedArrows(upstreams, commands)
  const drawn = arrowsOf(manifests, apps).filter((arrow) => arrow !== 'postgres → postgres:5432')
  const unprotected = apps.filter((app) => !denied(manifests, app))
  return [
    ...unprotected.map((app) => `${app} accepts connections from everywhere`),
    ...expected.filter((arrow) => !drawn.includes(arrow)).map((arrow) => `${arrow} is blocked`),
    ...drawn.filter((arrow) => !expected.includes(arrow)).map((arrow) => `${arrow} is not expected`),
  ]
}

const denied = (manifests: readonly Manifest[], app: string): boolean =>
  manifests.some(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' && spec.policyTypes.includes('Ingress') && selects(spec.podSelector, app),
  )

function portsOf(
  policies: readonly Manifest[],
  way: 'Egress' | 'Ingress',
  app: string,
  peer: string,
): Set<number> {
  const [rules, peers] = way === 'Egress' ? ['egress', 'to'] : ['ingress', 'from']
  const found = policies
    .filter(({ spec }) => spec.policyTypes.includes(way) && selects(spec.podSelector, app))
    .flatMap(({ spec }) => spec[rules] ?? [])
    .filter((rule: Rule) =>
      (rule[peers] ?? []).some(
        (one: Rule) => one.podSelector && !one.namespaceSelector && selects(one.podSelector, peer),
      ),
    )
    .flatMap((rule: Rule) => (rule.ports ?? []).map(({ port }: { port: number }) => port))
  return new Set(found)
}

function selects({ matchLabels = {}, matchExpressions = [] }: Rule, app: string): boolean {
  const byLabel = Object.entries(matchLabels).every(([key, value]) => key === appLabel && value === app)
  return (
    byLabel &&
    matchExpressions.every(
      ({ key, operator, values }: Rule) => key === appLabel && operator === 'In' && values.includes(app),
    )
  )
}

/** The shortest allowed prefixes for the network of a proxy. */
const narrowest = { ipv4: 24, ipv6: 64 }

/**
 * Checks which proxies may set forwarding headers: the ingress, by name or address. If the trusted network contained
 * all pods, any of them could pretend to be another client.
 */
export function trustProblems(manifests: readonly Manifest[]): string[] {
  const trusted = manifests.filter(
    ({ kind, data }) => kind === 'ConfigMap' && data?.TRUST_PROXY !== undefined,
  )
  if (trusted.length === 0) return ['no ConfigMap sets the trusted proxy of the gateway (TRUST_PROXY)']
  return trusted.flatMap(({ metadata, data }) =>
    String(data?.TRUST_PROXY)
      .split(',')
      .map((entry) => entry.trim())
      .filter(isWide)
      .map(
        (entry) => `ConfigMap ${metadata.name} trusts ${entry} as a proxy: name the ingress (TRUST_PROXY)`,
      ),
  )
}

function isWide(entry: string): boolean {
  if (entry === 'true') return true
  const [address = '', prefix] = entry.split('/')
  return prefix !== undefined && Number(prefix) < (isIPv6(address) ? narrowest.ipv6 : narrowest.ipv4)
}

/**
 * The connections of a replica by default (`DATABASE_POOL`), and those besides its pool: for listening, leadership,
 * answers and searches.
 */
const standardPool = 10
const besidePool: Readonly<Record<string, number>> = { identity: 2, questions: 5, progress: 7, media: 1 }
/** For superusers (3 are reserved), the job `prepare`, a backup, and a person who debugs. */
const others = 15

/** At full scale, each service with one more replica during a rollout, all connections fit into Postgres. */
export function connectionProblems(manifests: readonly Manifest[]): string[] {
  const limit = maxConnections(manifests)
  const wanted = workloadsOf(manifests)
    .filter(({ app }) => besidePool[app] !== undefined)
    .reduce((sum, { manifest, app, containers }) => {
      const pool = containers[0].env?.find(({ name }: { name: string }) => name === 'DATABASE_POOL')?.value
      const scaler = manifests.find(
        ({ kind, spec }) => kind === 'HorizontalPodAutoscaler' && spec.scaleTargetRef.name === app,
      )
      const replicas = scaler?.spec.maxReplicas ?? manifest.spec.replicas ?? 1
      return sum + (replicas + 1) * (Number(pool ?? standardPool) + (besidePool[app] ?? 0))
    }, others)
  return wanted <= limit ? [] : [`Postgres allows ${limit} connections, but its services may open ${wanted}`]
}

/** The connection limit of our own Postgres, or of the operator's. */
function maxConnections(manifests: readonly Manifest[]): number {
  const cluster = manifests.find(({ kind }) => kind === 'Cluster')
  if (cluster) return Number(cluster.spec.postgresql.parameters.max_connections)
  const postgres = manifests.find(
    ({ kind, metadata }) => kind === 'StatefulSet' && metadata.labels?.[appLabel] === 'postgres',
  )
  const args: string[] = postgres ? workloadsOf([postgres])[0]?.containers[0].args : []
  const [, limit = '100'] = /max_connections=(\d+)/.exec(args.join(' ')) ?? []
  return Number(limit)
}

/** Jobs besides the services, and their NATS user. */
const commands: Readonly<Record<string, string>> = { backup: 'backup-nats' }

/**
 * Checks NATS authentication: its servers read their users and their cluster password from secrets, and every
 * workload that connects mounts only the secret of its own user.
 * @param apps the services
 */
export function natsProblems(manifests: readonly Manifest[], apps: readonly string[]): string[] {
  const workloads = workloadsOf(manifests)
  const wanted = (app: string) => commands[app] ?? (apps.includes(app) ? `${app}-nats` : undefined)
  return [
    ...wrongWithServers(manifests),
    ...workloads.flatMap(({ name, app, pod, containers }) => {
      const own = wanted(app)
      const mounted = secretsOf(pod)
      const others = mounted.filter((secret) => secret.endsWith('-nats') && secret !== own)
      const variables: string[] = containers.flatMap((container) =>
        (container.env ?? []).map((variable: { name: string }) => variable.name),
      )
      return [
        ...(own && !mounted.includes(own)
          ? [`${name} has no NATS user: it does not mount the secret ${own}`]
          : []),
        ...others.map((secret) => `${name} can impersonate another: it mounts the secret ${secret}`),
        ...(variables.includes('NATS_URL') ? [`${name} sets NATS_URL, which hides its user`] : []),
      ]
    }),
    ...manifests
      .filter(({ kind, data }) => kind === 'ConfigMap' && data?.NATS_URL !== undefined)
      .map(({ metadata }) => `ConfigMap ${metadata.name} has NATS_URL, which hides each service's user`),
  ]
}

function wrongWithServers(manifests: readonly Manifest[]): string[] {
  const config: string =
    manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'nats')?.data[
      'nats.conf'
    ] ?? ''
  const servers = workloadsOf(manifests).find(({ app }) => app === 'nats')
  const mounted = servers === undefined ? [] : secretsOf(servers.pod)
  const [outside = '', cluster] = config.replaceAll(/#.*/g, '').split(/^\s*cluster\s*\{/m)
  const isKnown = (part: string, file: string, secret: string) =>
    new RegExp(`^\\s*include ${file}$`, 'm').test(part) && mounted.includes(secret)
  return [
    ...(isKnown(outside, 'users\\.conf', 'nats-users') ? [] : ['NATS accepts everyone: it requires no user']),
    ...(cluster === undefined || isKnown(cluster, 'routes\\.conf', 'nats-routes')
      ? []
      : ['NATS accepts any server into its cluster']),
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: its shape is checked by the schemas
const secretsOf = (pod: any): string[] =>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  (pod.volumes ?? []).flatMap((volume: any) => [
    ...(volume.secret ? [volume.secret.secretName] : []),
    // biome-ignore lint/suspicious/noExplicitAny: as above
    ...(volume.projected?.sources ?? []).flatMap((source: any) =>
      source.secret ? [source.secret.name] : [],
    ),
  ])
