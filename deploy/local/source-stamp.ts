import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'

const notSources = new Set(['dist', 'node_modules', '.vite'])

/**
 * A hash of everything in these files and folders: what was made of them holds as long as it stays the same.
 * @param paths relative to the repository
 */
export async function sourceStamp(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await filesBelow(join(repositoryRoot, path))) {
      hash.update(file.slice(repositoryRoot.length)).update('\0')
      hash.update(await readFile(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null)
  if (entries === null) return [path]
  const files = await Promise.all(
    entries
      .filter((entry) => !notSources.has(entry.name))
      .map((entry) => (entry.isDirectory() ? filesBelow(join(path, entry.name)) : [join(path, entry.name)])),
  )
  return files.flat().sort()
}
