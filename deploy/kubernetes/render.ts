import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

interface Kustomization {
  namespace?: string
  resources?: string[]
  components?: string[]
  images?: { name: string; newName?: string; newTag?: string }[]
  patches?: { target: { kind?: string; name?: string }; patch: string }[]
}

const known = ['apiVersion', 'kind', 'namespace', 'resources', 'components', 'images', 'patches']

/**
 * Renders a kustomization with the part of Kustomize that we use: resources, components, a namespace, images, and
 * JSON patches.
 * `kubectl kustomize` renders the same (`render.test.ts`, if kubectl is installed); this doesn't need it.
 * @param folder with a `kustomization.yaml`
 * @throws {Error} for an unknown field
 */
export function render(folder: string): Manifest[] {
  const file = join(folder, 'kustomization.yaml')
  const kustomization = parse(readFileSync(file, 'utf8')) as Kustomization
  const unknown = Object.keys(kustomization).filter((field) => !known.includes(field))
  if (unknown.length > 0) throw new Error(`${file}: unsupported fields: ${unknown.join(', ')}`)
  const { namespace, resources = [], components = [], images = [], patches = [] } = kustomization
  let manifests = [...resources, ...components].flatMap((path) => read(resolve(folder, path)))
  for (const patch of patches) manifests = applied(manifests, patch, file)
  return manifests.map((manifest) => withImages(inNamespace(manifest, namespace), images))
}

function read(path: string): Manifest[] {
  if (statSync(path).isDirectory()) return render(path)
  const documents = parseAllDocuments(readFileSync(path, 'utf8'))
  return documents.map((document) => {
    const problem = document.errors[0]
    if (problem) throw new Error(`${path} in ${dirname(path)}: ${problem.message}`)
    return document.toJS()
  })
}

function applied(
  manifests: readonly Manifest[],
  { target, patch }: NonNullable<Kustomization['patches']>[number],
  file: string,
): Manifest[] {
  const fits = ({ kind, metadata }: Manifest) =>
    (target.kind === undefined || target.kind === kind) &&
    (target.name === undefined || target.name === metadata.name)
  if (!manifests.some(fits))
    throw new Error(`${file}: no object matches the patch target ${JSON.stringify(target)}`)
  const operations = parse(patch) as Operation[]
  return manifests.map((manifest) =>
    fits(manifest) ? patched(manifest, operations, nameOf(manifest)) : manifest,
  )
}

/** Objects that belong to the cluster and not to a namespace. */
const clusterWide = ['Namespace']

const inNamespace = (manifest: Manifest, namespace: string | undefined): Manifest =>
  namespace === undefined || clusterWide.includes(manifest.kind)
    ? manifest
    : { ...manifest, metadata: { ...manifest.metadata, namespace } }

function withImages(manifest: Manifest, images: NonNullable<Kustomization['images']>): Manifest {
  const copy = structuredClone(manifest)
  const pod = templateOf(copy)?.spec
  for (const container of [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])]) {
    const image = images.find(({ name }) => name === container.image.split(':')[0])
    if (image)
      container.image = `${image.newName ?? image.name}:${image.newTag ?? container.image.split(':')[1]}`
  }
  return copy
}

/** One step of a JSON patch (RFC 6902). */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  readonly path: string
  readonly value?: unknown
}

/**
 * @param what the value's name in errors
 * @returns a copy of the value with every operation applied
 * @throws {Error} for a missing path, and for an operation other than add, replace and remove
 */
export function patched<Value>(value: Value, operations: readonly Operation[], what: string): Value {
  const copy = structuredClone(value)
  for (const operation of operations) apply(copy, operation, what)
  return copy
}

function apply(root: unknown, { op, path, value }: Operation, what: string): void {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = keys.pop() ?? ''
  const parent = keys.reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], root)
  const missing = new Error(`${what}: there is no ${path}`)
  if (typeof parent !== 'object' || parent === null) throw missing
  if (op !== 'add' && !(last in parent)) throw missing
  if (Array.isArray(parent))
    parent.splice(
      last === '-' ? parent.length : Number(last),
      op === 'add' ? 0 : 1,
      ...(op === 'remove' ? [] : [value]),
    )
  else if (op === 'add' || op === 'replace') Object.assign(parent, { [last]: value })
  else if (op === 'remove') Reflect.deleteProperty(parent, last)
  else throw new Error(`${what}: unsupported operation: ${op}`)
}

/** A Kubernetes object, parsed from YAML. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Record<string, string>
    readonly annotations?: Record<string, string>
  }
  // biome-ignore lint/suspicious/noExplicitAny: what is in here is checked by the schemas; the rules look at parts of it
  readonly [field: string]: any
}

export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`

/** The label by which policies and services select a pod. */
export const appLabel = 'app.kubernetes.io/name'

// biome-ignore lint/suspicious/noExplicitAny: as above
type Part = any

/** Workloads with a pod template of ours. An operator's own pods aren't here. */
interface Workload {
  readonly manifest: Manifest
  readonly name: string
  readonly app: string
  readonly pod: Part
  readonly containers: readonly Part[]
}

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob']

/** An object's pod template; a CronJob has it inside its job template. */
const templateOf = ({ kind, spec }: Manifest): Part =>
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
