import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildOptions, Shadow } from '@rehearse/event-store'
import { shadowOf } from '../read-models/shadow.ts'
import type { ProgressTables } from '../tables.ts'
import { buildHelp } from './build-help.ts'
import { chooseProjections } from './choose-projections.ts'

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

const folders = ['services/progress/src', 'libs/event-store', 'libs/contracts/src']

/** Names the code that read models are built by: another rule, or another table, is another revision. */
async function codeRevision(): Promise<string> {
  const root = join(import.meta.dirname, '../../../..')
  const hash = createHash('sha256')
  const files: string[] = []
  const patterns = folders.flatMap((folder) => [`${folder}/**/*.ts`, `${folder}/**/*.sql`])
  for await (const file of glob(patterns, { cwd: root, exclude: ['**/*.test.ts', '**/node_modules/**'] })) {
    files.push(file)
  }
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('base64url').slice(0, 22)
}
