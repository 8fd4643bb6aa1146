import { type Manifest, workloadsOf } from '../manifest.ts'

/** What works beside the services, and with which user of NATS. */
const commands: Readonly<Record<string, string>> = { backup: 'backup-nats' }

/**
 * NATS knows who connects: its servers take their users, and each other, from secrets, and every workload that connects
 * mounts the secret of its own user and no other.
 * @param apps the services
 */
export function wrongWithNats(manifests: readonly Manifest[], apps: readonly string[]): string[] {
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
        ...(own && !mounted.includes(own) ? [`${name} has no user of NATS: it mounts no secret ${own}`] : []),
        ...others.map((secret) => `${name} may pass for another: it mounts the secret ${secret}`),
        ...(variables.includes('NATS_URL') ? [`${name} is told NATS_URL, which hides its user`] : []),
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
    ...(isKnown(outside, 'users\\.conf', 'nats-users') ? [] : ['NATS takes everybody: it asks for no user']),
    ...(cluster === undefined || isKnown(cluster, 'routes\\.conf', 'nats-routes')
      ? []
      : ['NATS takes every server for one of its cluster']),
  ]
}

// biome-ignore lint/suspicious/noExplicitAny: its shape is judged by the schemas
const secretsOf = (pod: any): string[] =>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  (pod.volumes ?? []).flatMap((volume: any) => [
    ...(volume.secret ? [volume.secret.secretName] : []),
    // biome-ignore lint/suspicious/noExplicitAny: as above
    ...(volume.projected?.sources ?? []).flatMap((source: any) =>
      source.secret ? [source.secret.name] : [],
    ),
  ])
