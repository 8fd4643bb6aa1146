import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IResolveOptions } from 'dependency-cruiser'

interface Configuration {
  forbidden: IForbiddenRuleType[]
  options: { enhancedResolveOptions: IResolveOptions; [option: string]: unknown }
}

export const repositoryRoot = join(import.meta.dirname, '../..')
export const plantedRoot = join(import.meta.dirname, 'planted')
const configuration = createRequire(import.meta.url)(
  join(repositoryRoot, '.dependency-cruiser.cjs'),
) as Configuration

export const { forbidden } = configuration

export interface Violation {
  rule: string
  from: string
  to: string
}

/**
 * Checks a tree of our layout with the rules of `.dependency-cruiser.cjs`.
 * @param only files to check with what they import directly; everything by default
 */
export async function cruiseTree(
  root: string,
  only?: readonly string[],
): Promise<{ result: ICruiseResult; violations: Violation[] }> {
  const rooms = ['libs', 'services', 'frontend', 'deploy', 'tests']
  const present = await readdir(root)
  const { enhancedResolveOptions, ...cruiseOptions } = configuration.options
  const { output } = await cruise(
    only ? [...only] : rooms.filter((room) => present.includes(room)),
    { ...cruiseOptions, ...(only && { maxDepth: 1 }), baseDir: root, validate: true, ruleSet: { forbidden } },
    enhancedResolveOptions,
  )
  if (typeof output === 'string') throw new Error(output)
  const violations = output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
  return { result: output, violations }
}
