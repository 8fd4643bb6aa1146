import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Access, abilities, abilityOf, type Caller, mayEnter } from '@rehearse/contracts'
import { endpoints } from '@rehearse/contracts/endpoints'
import { QUOTAS } from '@rehearse/contracts/quotas'
import { completeDocument, describeEndpoints, type OpenApi } from './complete-document.ts'

interface Call {
  method: string
  path: string
  access: Access
}

interface PermissionsPage {
  text: string
  /** Endpoints without an ability, and abilities without an endpoint, one sentence each. */
  problems: string[]
}

const callers: Readonly<Record<Caller, string>> = {
  visitor: 'visitor',
  learner: 'learner',
  enrolling_admin: 'admin without a required second factor',
  author: 'author',
  reviewer: 'reviewer',
  admin: 'admin',
  super_admin: 'super admin',
}

/** The permission table as a page: each ability with its roles and endpoints. */
export function permissionsPage(calls: readonly Call[]): PermissionsPage {
  const byAbility = Map.groupBy(calls, (call) => abilityOf(call)?.name)
  const problems = [
    ...(byAbility.get(undefined) ?? []).map(
      ({ method, path, access }) =>
        `${method} ${path} (${access}) belongs to no ability in contracts' permissions`,
    ),
    ...abilities
      .filter(({ name }) => !byAbility.has(name))
      .map(({ name }) => `the ability "${name}" has no call`),
  ]
  const rows = abilities.map(({ name, access }) => {
    const marks = (Object.keys(callers) as Caller[]).map((caller) => (mayEnter(caller, access) ? '✓' : ''))
    return `| ${[name, ...marks].join(' | ')} |`
  })
  const sections = abilities.map(({ name }) => {
    const list = (byAbility.get(name) ?? []).map(({ method, path }) => `- \`${method} ${path}\``)
    return `### ${name}\n\n${list.join('\n')}`
  })
  const text = `# Permissions

Generated from [\`permissions.ts\`](../libs/contracts/src/permissions.ts) and the endpoints declared in contracts by
\`deploy/openapi/generate.ts\`; don't edit it by hand. The gateway and every service enforce it independently.

| | ${Object.values(callers).join(' | ')} |
| --- |${' :-: |'.repeat(Object.keys(callers).length)}
${rows.join('\n')}

Learners can only access their own data. Admins use a separate learner account to practice.

## Endpoints by ability

${sections.join('\n\n')}
`
  return { text, problems }
}

const docs = join(import.meta.dirname, '../../docs')
const skeleton = JSON.parse(await readFile(join(import.meta.dirname, 'skeleton.json'), 'utf8')) as OpenApi

const quotas = Object.fromEntries(
  Object.entries(QUOTAS).map(([name, { unit, daily, total }]) => [name, { unit, daily, total }]),
)
Object.assign(skeleton.info, { 'x-quotas': quotas })

const document = completeDocument(skeleton, await describeEndpoints(endpoints), endpoints)
const permissions = permissionsPage(endpoints)
await writeFile(join(docs, 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`)
await writeFile(join(docs, 'permissions.md'), permissions.text)
for (const problem of permissions.problems) process.stderr.write(`${problem}\n`)
process.exitCode = permissions.problems.length > 0 ? 1 : 0
