import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { repositoryRoot } from '@rehearse/local-platform'

const run = promisify(execFile)

/** One `docker-compose` project of a test's own: other projects on this engine are not touched. */
export interface Compose {
  up(): Promise<void>
  down(options?: { volumes: boolean }): Promise<void>
}

/** @param ports the published ones, on this machine */
export async function composeProject(
  name: string,
  ports: { platform: number; runner: number },
): Promise<Compose> {
  const [command, ...prefix] = await composeCommand()
  const call = async (...args: string[]) => {
    await run(command, [...prefix, '-p', name, ...args], {
      cwd: repositoryRoot,
      env: {
        DOCKER_BUILDKIT: '0',
        ...process.env,
        PORT: String(ports.platform),
        RUNNER_PORT: String(ports.runner),
      },
      maxBuffer: 64 * 1024 * 1024,
    })
  }
  return {
    up: () => call('up', '--build', '--detach'),
    down: ({ volumes } = { volumes: false }) => call('down', ...(volumes ? ['--volumes'] : [])),
  }
}

/** The plugin where Docker has it, else the program of its own. */
async function composeCommand(): Promise<[string, ...string[]]> {
  const hasPlugin = await run('docker', ['compose', 'version']).then(
    () => true,
    () => false,
  )
  return hasPlugin ? ['docker', 'compose'] : ['docker-compose']
}
