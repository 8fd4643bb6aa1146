import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { explainFailure, LocalPlatformError } from './local-platform-error.ts'
import type { Account, PostgresBinaries } from './postgres-binaries.ts'

const run = promisify(execFile)
const unfinishedPrefix = 'cluster.unfinished-'

export interface ClusterOptions {
  home: string
  binaries: PostgresBinaries
  account: Account | undefined
  password: string
  /** Whether initdb flushes to disk: only a cluster without fsync can skip it. */
  durable: boolean
  say: (message: string) => void
}

/**
 * The cluster's folder, created the first time. It is renamed when it is complete, so a killed initdb leaves nothing
 * that looks like a cluster.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { home, binaries, say } = options
  const cluster = join(home, 'cluster')
  for (const name of await readdir(home)) {
    if (!name.startsWith(unfinishedPrefix)) continue
    say('An earlier start was interrupted while preparing the database: starting over')
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 })
  }
  const version = await versionOf(cluster)
  if (version) {
    if (version === String(binaries.major)) return cluster
    throw new LocalPlatformError(
      `The database in ${cluster} was written by PostgreSQL ${version} and this is ${binaries.major}: dump it with the old version and load it into a new data folder (DATA_DIR), or remove the folder to start over.`,
    )
  }
  await setAside(cluster, say)
  await initialise(cluster, options)
  return cluster
}

/** The major version of a cluster; null if there is none, or an incomplete one. */
export async function versionOf(cluster: string): Promise<string | null> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')
  const control = await stat(join(cluster, 'global/pg_control')).catch(() => null)
  return control?.size ? version.trim() || null : null
}

/** Without these files it isn't a cluster, but the user may want to look at it. */
async function setAside(cluster: string, say: (message: string) => void): Promise<void> {
  const content = await readdir(cluster).catch(() => null)
  if (content === null) return
  if (content.length === 0) return rm(cluster, { recursive: true })
  const aside = `${cluster}.broken-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`
  say(`${cluster} contains no complete database: it is moved to ${aside} and a new one is created`)
  await rename(cluster, aside)
}

async function initialise(cluster: string, { home, binaries, account, password, durable }: ClusterOptions) {
  const unfinished = join(home, `${unfinishedPrefix}${randomUUID()}`)
  const passwordFile = join(unfinished, 'password')
  try {
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (account) {
      await chown(passwordFile, account.uid, account.gid)
      await chown(unfinished, account.uid, account.gid)
    }
    await run(
      binaries.initdb,
      [
        `--pgdata=${join(unfinished, 'cluster')}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        // The same sort order and case rules on every machine, whatever its locales.
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...account, cwd: '/', env: postgresEnvironment() },
    )
    await rename(join(unfinished, 'cluster'), cluster)
  } catch (error) {
    throw explainFailure(`The database could not be prepared in ${home}`, error)
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Messages in English, since they are matched; and without our own variables, such as PGDATA or a preloaded library.
 */
export function postgresEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}
