import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folders = ['services/progress/src', 'libs/event-store', 'libs/contracts/src']

/** Names the code that read models are built by: another rule, or another table, is another revision. */
export async function codeRevision(): Promise<string> {
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
