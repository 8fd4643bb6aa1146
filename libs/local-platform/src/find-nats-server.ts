import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { downloadNatsServer } from './download-nats-server.ts'
import { LocalPlatformError } from './local-platform-error.ts'
import { isNewEnough, natsRelease } from './nats-releases.ts'
import { repositoryRoot } from './platform-services.ts'
import { unpackDebianNatsServer } from './unpack-debian-nats-server.ts'

const run = promisify(execFile)

export interface FindNatsOptions {
  /** Where a server that was fetched is kept. */
  cacheDir?: string
  /** Something that the person who waits should know. */
  onNote?: (message: string) => void
}

/**
 * Finds a `nats-server` to run: on the PATH, fetched earlier, as the pinned official release, as Debian's package.
 * There is no stand-in: without a server there is no platform.
 * @returns the program's path
 * @throws {LocalPlatformError} that tells how to get one, and why each way failed
 */
export async function findNatsServer({
  cacheDir = join(repositoryRoot, '.cache/nats-server'),
  onNote: say = () => {},
}: FindNatsOptions = {}): Promise<string> {
  const reasons: string[] = []
  const ways: readonly (() => Promise<string>)[] = [
    async () => 'nats-server',
    async () => join(cacheDir, natsRelease, 'nats-server'),
    async () => join(cacheDir, 'debian/nats-server'),
    () => downloadNatsServer(join(cacheDir, natsRelease), say),
    () => unpackDebianNatsServer(join(cacheDir, 'debian'), say),
  ]
  for (const way of ways) {
    try {
      const program = await way()
      const { stdout } = await run(program, ['--version'])
      if (isNewEnough(stdout)) return program
      reasons.push(`${program} is too old (${stdout.trim()})`)
    } catch (error) {
      // What isn't there yet is no reason worth telling, unless it is the last word of its way.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') reasons.push((error as Error).message.trim())
    }
  }
  throw new LocalPlatformError(
    [
      'There is no NATS server to start. Install one so that `nats-server` is on the PATH (https://nats.io/download, `brew install nats-server`, `apt-get install nats-server`), or set NATS_URL to one that runs.',
      ...reasons.map((reason) => `  - ${reason}`),
    ].join('\n'),
  )
}
