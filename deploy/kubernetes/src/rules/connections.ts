import { appLabel, type Manifest, workloadsOf } from '../manifest.ts'

/** What a replica takes without being told (`DATABASE_POOL`), and beside its pool: for listening, leading, answers. */
const standardPool = 10
const besidePool: Readonly<Record<string, number>> = { identity: 2, questions: 2, progress: 7, media: 2 }
/** For superusers (3 are reserved), the job `prepare`, a backup, and whoever looks what is wrong. */
const others = 15

/** Full grown, and each with one more while it is rolled, all replicas together fit into Postgres. */
export function wrongWithConnections(manifests: readonly Manifest[]): string[] {
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
  return wanted <= limit ? [] : [`Postgres takes ${limit} connections, and its services may want ${wanted}`]
}

/** Of our own Postgres, or of the operator's. */
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
