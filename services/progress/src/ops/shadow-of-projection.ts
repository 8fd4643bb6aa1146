import type { BuildOptions, Shadow } from '@rehearse/event-store'
import { shadowOf } from '../db/shadow-of.ts'
import type { ProgressTables } from '../db/tables.ts'
import { buildHelp } from './build-help.ts'
import { chooseProjections } from './choose-projections.ts'
import { codeRevision } from './code-revision.ts'

/** The shadow that a command builds by this code, of one projection or all, and who helps to build it. */
export async function shadowOfProjection(
  projection: string | undefined,
  command: 'rebuild' | 'shadow' | 'verify',
): Promise<{ shadow: Shadow<ProgressTables>; help: Required<BuildOptions>['help'] }> {
  const chosen = chooseProjections(projection)
  const name = command === 'verify' ? command : `${command}_${projection}`
  const revision = await codeRevision()
  return {
    shadow: shadowOf(chosen, { name, revision }),
    help: (events) => buildHelp({ name, projection: projection ?? '', revision }, events),
  }
}
