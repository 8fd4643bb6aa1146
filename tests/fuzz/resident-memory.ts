import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Megabytes of memory that each process holds. */
export async function residentMemory(
  pids: Readonly<Record<string, number | undefined>>,
): Promise<Record<string, number>> {
  const entries = Object.entries(pids).map(async ([name, pid]) => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return [name, Number(stdout) / 1_024] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
