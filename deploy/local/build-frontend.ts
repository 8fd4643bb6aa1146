import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalPlatformError, repositoryRoot } from '@rehearse/local-platform'

const notSources = new Set(['dist', 'node_modules', '.vite'])

/**
 * A hash of all files in these paths: a build of them is valid while it stays the same.
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

interface Building {
  /** The folder of all builds, one subfolder each. */
  folder: string
  /** A short hash of the sources. */
  stamp(): Promise<string>
  /** Builds into a new folder. */
  build(dir: string): Promise<void>
}

interface Built {
  dir: string
  /** Whether it had to be built. */
  fresh: boolean
}

/** Milliseconds after which an unused build is deleted, and between two signs of use. */
const unusedBuildAge = 24 * 60 * 60 * 1_000
const signEvery = 60 * 60 * 1_000

/**
 * Builds unless there is a build of the same sources. Builds are complete and never change: two concurrent builds
 * don't interfere, and a running server keeps its older one.
 */
export async function buildIfChanged(building: Building): Promise<Built> {
  const { folder, build } = building
  const stamp = await building.stamp()
  const named = join(folder, stamp)
  if (await isThere(named)) return { dir: await inUse(named), fresh: false }
  const own = `${named}.${randomUUID()}`
  await mkdir(folder, { recursive: true })
  try {
    await build(own)
  } catch (error) {
    await rm(own, { recursive: true, force: true })
    throw error
  }
  await removeUnusedBuilds(folder)
  // The sources changed during the build, so it isn't shared with other processes.
  if ((await building.stamp()) !== stamp) return { dir: await inUse(own), fresh: true }
  return { dir: await inUse(await publishBuild(own, named)), fresh: true }
}

/** Another process may have been faster: its build is equal, and perhaps in use. */
async function publishBuild(own: string, name: string): Promise<string> {
  try {
    await rename(own, name)
  } catch (error) {
    if (!(await isThere(name))) throw error
    await rm(own, { recursive: true })
  }
  return name
}

/** Marks it as used while this process runs. */
async function inUse(dir: string): Promise<string> {
  const sign = () => utimes(dir, new Date(), new Date())
  await sign()
  setInterval(() => void sign().catch(() => {}), signEvery).unref()
  return dir
}

async function removeUnusedBuilds(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const used = await stat(join(folder, name)).catch(() => null)
    if (used && used.mtimeMs < Date.now() - unusedBuildAge) {
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const frontend = join(repositoryRoot, 'frontend')
const folder = join(repositoryRoot, '.cache/frontend')

/** The sources of the built pages. */
const sources = ['frontend', 'libs/contracts/src', 'libs/question-formats/src', 'package-lock.json']

/**
 * Builds the frontend unless there is a build of the same sources.
 * @returns the folder with the built files, and whether it had to be built
 */
export const buildFrontend = (): Promise<Built> =>
  buildIfChanged({ folder, stamp: async () => (await sourceStamp(sources)).slice(0, 16), build: runBuild })

async function runBuild(dir: string): Promise<void> {
  const output: string[] = []
  const child = spawn('npm', ['run', 'build', '--silent', '--', '--outDir', dir], {
    cwd: frontend,
    // The test runner's value would build React's development version, twice as large, and the next start would reuse
    // it.
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
