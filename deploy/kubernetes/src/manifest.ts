/** A Kubernetes object, as YAML holds it. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Record<string, string>
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

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job']

export const workloadsOf = (manifests: readonly Manifest[]): Workload[] =>
  manifests
    .filter(({ kind }) => kinds.includes(kind))
    .map((manifest) => ({
      manifest,
      name: nameOf(manifest),
      app: manifest.spec.template.metadata?.labels?.[appLabel],
      pod: manifest.spec.template.spec,
      containers: [
        ...(manifest.spec.template.spec.initContainers ?? []),
        ...manifest.spec.template.spec.containers,
      ],
    }))
