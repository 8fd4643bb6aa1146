import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** How a process ended. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A running backing server. */
export interface ServerProcess {
  pid: number
  /** Resolves when the process has ended, for any reason; never rejects. */
  exited: Promise<Exit>
  /** Shuts it down cleanly; forcibly if that takes too long. */
  stop(): Promise<void>
  /** Kills it at once, like a crash. */
  kill(): Promise<void>
}

interface ServerCommand {
  file: string
  args: readonly string[]
  env: Record<string, string>
  /** The user to run as; by default the current one. */
  account?: { uid: number; gid: number } | undefined
  /** The line on stderr which shows that it accepts connections. */
  readyLine: string
  /** In this order, each with its timeout. */
  stopSignals: readonly (readonly [NodeJS.Signals, number])[]
  /** Sent when this process dies. */
  watchdogSignal: 'INT' | 'TERM'
  onLog?: ((line: string) => void) | undefined
}

/** The server ended, or couldn't be run, before it was ready. */
export class ServerStartError extends Error {
  constructor(output: string, options?: ErrorOptions) {
    super(output, options)
    this.name = 'ServerStartError'
  }
}

/** Starts a server and waits until it is ready. @throws {ServerStartError} with its output */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  const child = spawn(command.file, command.args, {
    // A folder that every user can enter; and a separate session, since Ctrl-C is for the launcher, which stops the
    // services before their servers.
    cwd: '/',
    detached: true,
    env: command.env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...command.account,
  })
  const exited = whenExited(child)
  await untilReady(child, exited, command)
  const pid = child.pid as number
  const release = startParentWatchdog(pid, command.watchdogSignal)
  exited.then(release)
  return {
    pid,
    exited,
    stop: async () => {
      for (const [signal, graceMs] of command.stopSignals) {
        child.kill(signal)
        if (await within(graceMs, exited)) return
      }
      child.kill('SIGKILL')
      await exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function untilReady(child: ChildProcess, exited: Promise<Exit>, command: ServerCommand): Promise<void> {
  return new Promise((resolve, reject) => {
    const printed: string[] = []
    let ready = false
    child.once('error', (error) => reject(new ServerStartError(error.message, { cause: error })))
    if (!child.stderr) return
    const lines = createInterface({ input: child.stderr })
    lines.on('line', (line) => {
      command.onLog?.(line)
      if (ready) return
      printed.push(line)
      if (line.includes(command.readyLine)) {
        ready = true
        resolve()
      }
    })
    // `close` is emitted after the last line was read; `exit` may come earlier.
    lines.once('close', () => exited.then(() => reject(new ServerStartError(printed.join('\n')))))
  })
}

/** Resolves when the process ends; also if it couldn't be started. */
export function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null })
    })
  })
}

/** Whether the promise settles within that time. */
export async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Ends a server when this process ends, even by kill -9: a shell waits on a pipe that only this process holds open.
 * Servers that don't know their launcher (Postgres, NATS) would otherwise keep running.
 * @returns a function that stops watching
 */
export function startParentWatchdog(pid: number, signal: 'INT' | 'TERM'): () => void {
  const script = 'read -r released; [ -n "$released" ] || kill -s "$1" "$2"'
  const watcher = spawn('/bin/sh', ['-c', script, 'leash', signal, String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a separate session: Ctrl-C must not end the process that cleans up.
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  watcher.unref()
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref()
  return () => watcher.stdin.end('released\n')
}

const run = promisify(execFile)

/** Whether a process with that id exists (it may be another program). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The command line of a process, or null: process ids are reused, and the command line shows by which program. */
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

/** The start time of a process, comparable only with other results of this function; null if it has ended. */
export async function startOf(pid: number): Promise<string | null> {
  try {
    if (process.platform === 'linux') {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      // The name, in brackets, can contain spaces; the fields after it are numbered from 3, and the start is field
      // 22.
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
    }
    return (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).stdout.trim() || null
  } catch {
    return null
  }
}

/** Waits until the process has ended; false if it is still running after `withinMs`. */
export async function waitUntilGone(pid: number, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (isAlive(pid) && !(await isZombie(pid))) {
    if (Date.now() > deadline) return false
    await delay(25)
  }
  return true
}

/** Dead, but not yet reaped by its parent, and never if process 1 doesn't reap. */
async function isZombie(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

/** Ends a process that was left behind, first with a polite signal. */
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

const sameRequestMs = 1_000

/**
 * Calls back when this process is asked to end: Ctrl-C, SIGTERM, SIGHUP (the terminal was closed), or the end of its
 * launcher (a closed IPC channel). A repeated request within a second is the same one: a terminal sends Ctrl-C to
 * every process, and npm and the bootstrap forward it. A later one forces the stop.
 */
export function onStopRequest(first: (reason: string) => void, again: (reason: string) => void): void {
  let askedAt: number | null = null
  const ask = (reason: string) => {
    if (askedAt === null) {
      askedAt = Date.now()
      first(reason)
    } else if (Date.now() - askedAt > sameRequestMs) again(reason)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal))
  process.on('disconnect', () => ask('its launcher ended'))
}
