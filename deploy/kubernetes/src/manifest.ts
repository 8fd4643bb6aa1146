/** A Kubernetes object, as YAML holds it. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Record<string, string>
    readonly annotations?: Record<string, string>
  }
  // biome-ignore lint/suspicious/noExplicitAny: what is in here is judged by the schemas; the rules look at parts of it
  readonly [field: string]: any
}

export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`

/** The name that a pod's policies and services find it by. */
export const appLabel = 'app.kubernetes.io/name'

// biome-ignore lint/suspicious/noExplicitAny: as above
type Part = any

/** What runs: workloads with a pod template of ours. An operator's own pods aren't here. */
export interface Workload {
  readonly manifest: Manifest
  readonly name: string
  readonly app: string
  readonly pod: Part
  readonly containers: readonly Part[]
}

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob']

/** Where an object says what its pods are like; a CronJob says what its jobs are like. */
export const templateOf = ({ kind, spec }: Manifest): Part =>
  kind === 'CronJob' ? spec.jobTemplate.spec.template : spec?.template

export const workloadsOf = (manifests: readonly Manifest[]): Workload[] =>
  manifests
    .filter(({ kind }) => kinds.includes(kind))
    .map((manifest) => {
      const { metadata, spec: pod } = templateOf(manifest)
      return {
        manifest,
        name: nameOf(manifest),
        app: metadata?.labels?.[appLabel],
        pod,
        containers: [...(pod.initContainers ?? []), ...pod.containers],
      }
    })
