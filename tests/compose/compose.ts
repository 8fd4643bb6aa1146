import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { waitUntilHealthy } from './wait-until-healthy.ts'

const run = promisify(execFile)

/** A `docker-compose` project of one test; other projects on this engine stay untouched. */
export interface Compose {
  readonly name: string
  /** The gateway's address. */
  readonly url: string
  /**
   * Builds what has changed, starts what isn't running, and waits until it is ready.
   * @param options of docker-compose, such as a profile
   */
  up(...options: readonly string[]): Promise<void>
  ready(): Promise<void>
  down(options?: { volumes: boolean }): Promise<void>
  /** Any other command of docker-compose. @returns what it printed */
  call(...args: string[]): Promise<string>
  /** The same project as another folder describes it: another version of the platform. */
  from(folder: string): Compose
}

export interface ComposeOptions {
  name: string
  /** The folder with the compose file. */
  folder: string
  /** For the variables of the compose file; `PORT` and `RUNNER_PORT` are the published ports. */
  env: Readonly<Record<string, string>> & { PORT: string; RUNNER_PORT: string }
}

export function composeProject(options: ComposeOptions): Compose {
  const { name, folder, env } = options
  const url = `http://localhost:${env.PORT}`
  const call = async (...args: string[]) => {
    const [command, ...prefix] = await composeCommand()
    const { stdout } = await run(command, [...prefix, '-p', name, ...args], {
      cwd: folder,
      env: { DOCKER_BUILDKIT: '0', COMPOSE_HTTP_TIMEOUT: '300', ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout
  }
  return {
    name,
    url,
    call,
    up: async (...given) => {
      await call(...given, 'up', '--build', '--detach')
      await waitUntilHealthy(url)
    },
    ready: () => waitUntilHealthy(url),
    down: async ({ volumes } = { volumes: false }) => {
      await call(
        '--profile',
        'tls',
        '--profile',
        'ops',
        'down',
        '--remove-orphans',
        ...(volumes ? ['--volumes'] : []),
      )
    },
    from: (other) => composeProject({ ...options, folder: other }),
  }
}

/** The plugin if Docker has it, else the standalone program. */
async function composeCommand(): Promise<[string, ...string[]]> {
  const hasPlugin = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false,
  )
  return hasPlugin ? ['docker', 'compose'] : ['docker-compose']
}
