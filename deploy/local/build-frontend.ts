import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalPlatformError, repositoryRoot } from '@rehearse/local-platform'
import { sourceStamp } from './source-stamp.ts'

const frontend = join(repositoryRoot, 'frontend')
const built = join(frontend, 'dist')

/** What the built pages are made of: when any of it changes they are built anew. */
const sources = ['frontend', 'libs/contracts/src', 'libs/question-formats/src', 'package-lock.json']

/**
 * Builds the frontend unless the last build was of the same sources.
 * @returns the folder with the built files, and whether it had to be built
 */
export async function buildFrontend(): Promise<{ dir: string; fresh: boolean }> {
  const stampFile = join(built, '.built-from')
  const stamp = await sourceStamp(sources)
  const last = await readFile(stampFile, 'utf8').catch(() => null)
  if (last === stamp) return { dir: built, fresh: false }
  await runBuild()
  await writeFile(stampFile, stamp)
  return { dir: built, fresh: true }
}

async function runBuild(): Promise<void> {
  const output: string[] = []
  const child = spawn('npm', ['run', 'build', '--silent'], {
    cwd: frontend,
    // What a test runner sets would give us React's development build, twice as large, and keep it for the next start.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
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
