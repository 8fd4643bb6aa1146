import { appLabel, type Manifest, workloadsOf } from '../manifest.ts'

// biome-ignore lint/suspicious/noExplicitAny: their shape is judged by the schemas
type Rule = any

/**
 * Which pod may call which: `gateway → progress:8000`. An arrow is there if a policy lets it out and one lets it in.
 * @param apps all there are
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
 * @param upstreams whom the gateway's table of routes names
 * @param commands what works beside the services where it is part of an overlay: with all databases and NATS
 */
function expectedArrows(upstreams: readonly string[], commands: readonly string[]): string[] {
  const toNats = ['gateway', ...upstreams, ...commands].map((from) => `${from} → nats:4222`)
  const toPostgres = [...upstreams, ...commands, 'prepare'].map((from) => `${from} → postgres:5432`)
  const behindGateway = upstreams.map((to) => `gateway → ${to}:8000`)
  return [...behindGateway, ...toNats, ...toPostgres, 'gateway → nats:8222', 'nats → nats:6222'].sort()
}

/** @returns faults: arrows that are missing, and arrows that nobody has drawn. Replicas of Postgres may meet. */
export function wrongArrows(manifests: readonly Manifest[], upstreams: readonly string[]): string[] {
  const commands = workloadsOf(manifests).some(({ app }) => app === 'backup') ? ['backup'] : []
  const apps = ['gateway', ...upstreams, ...commands, 'prepare', 'nats', 'postgres']
  const expected = expectedArrows(upstreams, commands)
  const drawn = arrowsOf(manifests, apps).filter((arrow) => arrow !== 'postgres → postgres:5432')
  const unprotected = apps.filter((app) => !denied(manifests, app))
  return [
    ...unprotected.map((app) => `${app} may be reached by everybody`),
    ...expected.filter((arrow) => !drawn.includes(arrow)).map((arrow) => `${arrow} is not let through`),
    ...drawn.filter((arrow) => !expected.includes(arrow)).map((arrow) => `${arrow} is nobody's arrow`),
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
