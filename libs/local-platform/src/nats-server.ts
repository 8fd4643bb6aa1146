import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findNatsServer } from './find-nats-server.ts'
import { freePort } from './free-port.ts'
import { explainFailure, LocalPlatformError } from './local-platform-error.ts'
import { knownNatsUsers, type NatsCredentials, natsAuthorization, natsUrls } from './nats-access.ts'
import {
  commandLineOf,
  endProcess,
  type ServerProcess,
  ServerStartError,
  startServer,
} from './server-process.ts'

export interface NatsOptions {
  /** Used by this server only: the folder of its streams. */
  dataDir: string
  /** Its users, each with the permissions of their service; without any, every client has all rights, as in tests. */
  credentials?: NatsCredentials
  /** Configuration of the server, in place of the one that the credentials give. */
  configuration?: string
  /** A free one by default. */
  port?: number
  /** The program; found or downloaded by `findNatsServer` by default. */
  program?: string
  onLog?: (line: string) => void
  onNote?: (message: string) => void
}

export interface NatsServer extends ServerProcess {
  /** With the operator's credentials. */
  url: string
  port: number
}

const attempts = 5

/**
 * Starts a NATS server with JetStream in files, on the loopback address.
 * @throws {LocalPlatformError} whose message says what to do
 */
export async function startNats(options: NatsOptions): Promise<NatsServer> {
  const dataDir = resolve(options.dataDir)
  const say = options.onNote ?? (() => {})
  try {
    await mkdir(dataDir, { recursive: true })
    // For existing folders too: other users of this machine must not read the streams.
    await chmod(dataDir, 0o700)
    const config = await writeConfig(dataDir, options)
    const program = options.program ?? (await findNatsServer({ onNote: say }))
    await clearLeftover(dataDir, say)
    for (let attempt = 1; ; attempt += 1) {
      const port = options.port ?? (await freePort())
      try {
        const server = await startServer(command(program, port, dataDir, config, options.onLog))
        return { ...server, port, url: natsUrls(`nats://127.0.0.1:${port}`, options.credentials).ops }
      } catch (error) {
        const taken = error instanceof ServerStartError && /address already in use/.test(error.message)
        if (!taken || (options.port === undefined && attempt === attempts)) throw error
        if (options.port !== undefined) {
          throw new LocalPlatformError(
            `Port ${port} is in use by another program: stop it, or choose another port for NATS.`,
            { cause: error },
          )
        }
      }
    }
  } catch (error) {
    throw explainFailure(`NATS could not be started in ${dataDir}`, error)
  }
}

const pidFile = (dataDir: string) => join(dataDir, 'nats.pid')

/** In a file, since all users of the machine can see arguments. */
async function writeConfig(
  dataDir: string,
  { credentials, configuration }: Pick<NatsOptions, 'credentials' | 'configuration'>,
): Promise<string> {
  const file = join(dataDir, 'nats-server.conf')
  await rm(file, { force: true })
  const users = credentials === undefined ? '' : natsAuthorization(knownNatsUsers(credentials))
  await writeFile(file, configuration ?? users, { mode: 0o600 })
  return file
}

function command(
  program: string,
  port: number,
  dataDir: string,
  config: string,
  onLog: NatsOptions['onLog'],
) {
  const where = ['--addr', '127.0.0.1', '--port', String(port)]
  return {
    file: program,
    args: ['--config', config, ...where, '--jetstream', '--store_dir', dataDir, '--pid', pidFile(dataDir)],
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin' },
    readyLine: 'Server is ready',
    stopSignals: [['SIGTERM', 10_000]] as const,
    watchdogSignal: 'TERM' as const,
    onLog,
  }
}

/** Stops a server that a killed launcher left behind: two servers in one folder would damage each other's streams. */
async function clearLeftover(dataDir: string, say: (message: string) => void): Promise<void> {
  const pid = Number.parseInt(await readFile(pidFile(dataDir), 'utf8').catch(() => ''), 10)
  if (pid > 0 && (await commandLineOf(pid))?.includes(dataDir)) {
    say(`A NATS server of an earlier run is still running (process ${pid}): stopping it`)
    const gone = await endProcess(pid, [
      ['SIGTERM', 10_000],
      ['SIGKILL', 5_000],
    ])
    if (!gone)
      throw new LocalPlatformError(`The NATS server of an earlier run can't be stopped: end process ${pid}.`)
  }
  await rm(pidFile(dataDir), { force: true })
}
