import { join } from 'node:path'
import ts from 'typescript'
import { upstreamNames } from '../../services/gateway/src/routes.ts'
import { connectionProblems, natsProblems, networkPolicyProblems, trustProblems } from './network-rules.ts'
import type { Manifest } from './render.ts'
import { nameOf } from './render.ts'
import { availabilityProblems, plainTextSecrets, podProblems, scheduleProblems } from './workload-rules.ts'

interface Model {
  readonly prototype: { validate(): void }
}

/** The packages with the schemas of an API group's objects. */
const packages: Readonly<Record<string, string>> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api/gateway.networking.k8s.io',
  'postgresql.cnpg.io': '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator/monitoring.coreos.com',
}

/** The module of a kind's schema, for example `Deployment` of `apps/v1`. */
function moduleOf({ apiVersion, kind }: Manifest): string {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion]
  const base = packages[group] ?? ['kubernetes-models', group].filter(Boolean).join('/')
  return `${base}/${version}/${kind}`
}

/** Schema violations: a missing field, a wrong type, a value that isn't allowed. */
export async function schemaProblems(manifests: readonly Manifest[]): Promise<string[]> {
  const problems = await Promise.all(
    manifests.map(async (manifest) => {
      const module: Record<string, new (data: Manifest) => Model['prototype']> = await import(
        moduleOf(manifest)
      )
      const Model = module[manifest.kind]
      if (!Model) return `${nameOf(manifest)}: there is no schema`
      try {
        new Model(manifest).validate()
        return null
      } catch (error) {
        return `${nameOf(manifest)}: ${(error as Error).message}`
      }
    }),
  )
  return problems.filter((problem) => problem !== null)
}

const file = join(import.meta.dirname, 'manifests.generated.ts')
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  skipLibCheck: true,
  types: [],
}

/**
 * Fields that don't exist. The schemas accept them and a cluster drops them: a misspelled limit is no limit. The
 * compiler rejects them in object literals.
 */
export function unknownFields(manifests: readonly Manifest[]): string[] {
  const lines = manifests.flatMap((manifest, position) => [
    `import type { I${manifest.kind} as T${position} } from '${moduleOf(manifest)}'`,
    `export const m${position}: T${position} = ${JSON.stringify(manifest)}`,
  ])
  const host = ts.createCompilerHost(options)
  const source = ts.createSourceFile(file, lines.join('\n'), ts.ScriptTarget.ESNext, true)
  const program = ts.createProgram([file], options, {
    ...host,
    fileExists: (name) => name === file || host.fileExists(name),
    getSourceFile: (name, target) => (name === file ? source : host.getSourceFile(name, target)),
  })
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
    const { line } = source.getLineAndCharacterOfPosition(start)
    const manifest = manifests[Math.floor(line / 2)]
    const message = ts.flattenDiagnosticMessageText(messageText, ' ')
    return `${manifest ? nameOf(manifest) : file}: ${message}`
  })
}

/** @returns all problems of an overlay, one per line */
export const validate = async (manifests: readonly Manifest[]): Promise<string[]> => [
  ...(await schemaProblems(manifests)),
  ...unknownFields(manifests),
  ...podProblems(manifests),
  ...scheduleProblems(manifests),
  ...plainTextSecrets(manifests),
  ...trustProblems(manifests),
  ...availabilityProblems(manifests),
  ...connectionProblems(manifests),
  ...networkPolicyProblems(manifests, upstreamNames),
  ...natsProblems(manifests, ['gateway', ...upstreamNames]),
]
