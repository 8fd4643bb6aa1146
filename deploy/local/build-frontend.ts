import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalPlatformError, repositoryRoot } from '@rehearse/local-platform'

const frontend = join(repositoryRoot, 'frontend')
const built = join(frontend, 'dist')

/** What the built pages are made of: when any of it changes they are built anew. */
const sources = ['frontend', 'libs/contracts/src', 'package-lock.json']
const notSources = new Set(['dist', 'node_modules', '.vite'])

/**
 * Builds the frontend unless the last build was of the same sources.
 * @returns the folder with the built files, and whether it had to be built
 */
export async function buildFrontend(): Promise<{ dir: string; fresh: boolean }> {
  const stampFile = join(built, '.built-from')
  const stamp = await hashOf(sources.map((path) => join(repositoryRoot, path)))
  const last = await readFile(stampFile, 'utf8').catch(() => null)
  if (last === stamp) return { dir: built, fresh: false }
  await runBuild()
  await writeFile(stampFile, stamp)
  return { dir: built, fresh: true }
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await filesBelow(path)) {
      hash
        .update(file.slice(repositoryRoot.length))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
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

/** Under the same Node as ourselves: the build needs no other. */
async function runBuild(): Promise<void> {
  const output: string[] = []
  const child = spawn('npm', ['run', 'build', '--silent'], {
    cwd: frontend,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code === 0) return
  throw new LocalPlatformError(
    `The frontend could not be built (npm run build -w frontend):\n${output.join('')}`,
  )
}
