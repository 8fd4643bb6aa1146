import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalPlatformError, repositoryRoot } from '@rehearse/local-platform'

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

interface Building {
  /** Of all builds, each in a folder of its own. */
  folder: string
  /** What it is made of, as one short text. */
  stamp(): Promise<string>
  /** Makes it in a folder that isn't there yet. */
  build(dir: string): Promise<void>
}

interface Built {
  dir: string
  /** Whether it had to be built. */
  fresh: boolean
}

/** Milliseconds after which a build that no one uses is thrown away, and between two signs that one is used. */
const forgottenAfter = 24 * 60 * 60 * 1_000
const signEvery = 60 * 60 * 1_000

/**
 * Builds what was not built of these sources before. What is there is whole and never changed: two who build at once don't
 * meet, and a server of an older build goes on with it.
 */
export async function buildOnce(building: Building): Promise<Built> {
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
  await removeForgotten(folder)
  // Somebody has changed something meanwhile: no one knows what this is made of, so that no one else takes it.
  if ((await building.stamp()) !== stamp) return { dir: await inUse(own), fresh: true }
  return { dir: await inUse(await give(own, named)), fresh: true }
}

/** Somebody may have been faster: theirs is as good, and perhaps in use. */
async function give(own: string, name: string): Promise<string> {
  try {
    await rename(own, name)
  } catch (error) {
    if (!(await isThere(name))) throw error
    await rm(own, { recursive: true })
  }
  return name
}

/** For as long as this process is there. */
async function inUse(dir: string): Promise<string> {
  const sign = () => utimes(dir, new Date(), new Date())
  await sign()
  setInterval(() => void sign().catch(() => {}), signEvery).unref()
  return dir
}

async function removeForgotten(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const used = await stat(join(folder, name)).catch(() => null)
    if (used && used.mtimeMs < Date.now() - forgottenAfter) {
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

/** What the built pages are made of: when any of it changes they are built again. */
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
