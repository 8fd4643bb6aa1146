import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether a process with that id exists (it may be somebody else's). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The command line of a process, or null if there is none: process ids are used again, a command line tells whose. */
export async function commandLineOf(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null
  try {
    if (process.platform === 'linux') {
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim()
    }
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout.trim()
  } catch {
    return null
  }
}

/** When a process began, in a form that only its own later look-ups can be compared with; null if it is gone. */
export async function startOf(pid: number): Promise<string | null> {
  try {
    if (process.platform === 'linux') {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      // The name, in brackets, may hold spaces; the fields after it are numbered from 3, the start is field 22.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
    }
    return (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).stdout.trim() || null
  } catch {
    return null
  }
}

/** Waits until the process is gone; false if it is still there after `withinMs`. */
export async function waitUntilGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (isAlive(pid) && !(await isZombie(pid))) {
    if (Date.now() > deadline) return false
    await delay(25)
  }
  return true
}

/** Dead, but not yet collected by its parent: where process 1 collects nothing, that is how it stays. */
async function isZombie(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

/** Ends a process that somebody left behind, asking politely first. */
export async function endProcess(
  pid: number,
  signals: readonly (readonly [NodeJS.Signals, number])[],
): Promise<boolean> {
  for (const [signal, graceMs] of signals) {
    try {
      process.kill(pid, signal)
    } catch {
      return !isAlive(pid)
    }
    if (await waitUntilGone(pid, graceMs)) return true
  }
  return false
}
