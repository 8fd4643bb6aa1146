import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { LocalPlatformError, repositoryRoot } from '@rehearse/local-platform'
import { type Built, buildOnce } from './build-once.ts'
import { sourceStamp } from './source-stamp.ts'

const frontend = join(repositoryRoot, 'frontend')
const folder = join(repositoryRoot, '.cache/frontend')

/** What the built pages are made of: when any of it changes they are built anew. */
const sources = ['frontend', 'libs/contracts/src', 'libs/question-formats/src', 'package-lock.json']

/**
 * Builds the frontend unless it was built of the same sources before.
 * @returns the folder with the built files, and whether it had to be built
 */
export const buildFrontend = (): Promise<Built> =>
  buildOnce({ folder, stamp: async () => (await sourceStamp(sources)).slice(0, 16), build: runBuild })

async function runBuild(dir: string): Promise<void> {
  const output: string[] = []
  const child = spawn('npm', ['run', 'build', '--silent', '--', '--outDir', dir], {
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
