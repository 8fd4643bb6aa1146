import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalPlatformError } from './local-platform-error.ts'
import { commandLineOf, endProcess } from './process-table.ts'

/**
 * Sees to what an earlier run left in a cluster: a Postgres that still runs on it (its launcher was killed) is stopped;
 * a `postmaster.pid` whose process is gone, or is somebody else's by now, is removed. The caller holds the lock of the
 * data folder, so no living launcher's Postgres is meant.
 */
export async function clearLeftover(cluster: string, say: (message: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  const pid = Number.parseInt(text, 10)
  const commandLine = pid > 0 ? await commandLineOf(pid) : null
  if (commandLine?.includes(cluster)) {
    say(`A Postgres of an earlier run is still there (process ${pid}): stopping it`)
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
  // Postgres removes it itself at an orderly end. Left behind it would stop the next start as soon as some
  // other process of this user has that id.
  await rm(file, { force: true })
}
