import { type Access, abilities, abilityOf, type Caller, mayEnter } from '@rehearse/contracts'

interface Call {
  method: string
  path: string
  access: Access
}

export interface PermissionsPage {
  text: string
  /** Calls that belong to no ability, and abilities that no call belongs to, a sentence each. */
  faults: string[]
}

const callers: Readonly<Record<Caller, string>> = {
  visitor: 'visitor',
  learner: 'learner',
  enrolling_admin: 'admin without a required second factor',
  admin: 'admin',
  super_admin: 'super admin',
}

/** The permission table as a page: each ability with who has it and the calls it takes. */
export function permissionsPage(calls: readonly Call[]): PermissionsPage {
  const byAbility = Map.groupBy(calls, (call) => abilityOf(call)?.name)
  const faults = [
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
  const text = `# Who may do what

Made from [\`permissions.ts\`](../libs/contracts/src/permissions.ts) and the gateway's
[\`routes.ts\`](../services/gateway/src/routes.ts) by \`deploy/openapi/generate.ts\`; do not edit it here. The gateway and
every service enforce it, each for itself.

| | ${Object.values(callers).join(' | ')} |
| --- |${' :-: |'.repeat(Object.keys(callers).length)}
${rows.join('\n')}

A learner's calls reach only what is that learner's own. Admins practise with an account of their own as learners.

## The calls of each

${sections.join('\n\n')}
`
  return { text, faults }
}
