import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { leash } from './leash.ts'

/** How a process ended. */
export interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
}

/** A backing server that runs. */
export interface ServerProcess {
  pid: number
  /** Resolves when the process has ended, whoever ended it; never rejects. */
  exited: Promise<Exit>
  /** Ends it in an orderly way; harder if that takes too long. */
  stop(): Promise<void>
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>
}

export interface ServerCommand {
  file: string
  args: readonly string[]
  env: Record<string, string>
  /** The user to run as; ours if not given. */
  account?: { uid: number; gid: number } | undefined
  /** The line on stderr that says it takes connections. */
  readyLine: string
  /** In this order, each with the time it is given. */
  stopSignals: readonly (readonly [NodeJS.Signals, number])[]
  /** Sent when this process dies. */
  leashSignal: 'INT' | 'TERM'
  onLog?: ((line: string) => void) | undefined
}

/** The server ended, or couldn't be run, before it was ready. */
export class ServerStartError extends Error {
  constructor(output: string, options?: ErrorOptions) {
    super(output, options)
    this.name = 'ServerStartError'
  }
}

/** Starts a server and waits until it says that it is ready. @throws {ServerStartError} with what it printed */
export async function startServer(command: ServerCommand): Promise<ServerProcess> {
  const child = spawn(command.file, command.args, {
    // A folder that every user may be in; and a session of its own, for Ctrl-C is for the launcher, who stops the
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
  const release = leash(pid, command.leashSignal)
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
    // `close` of the lines comes after the last of them has been read; the exit alone may come before.
    lines.once('close', () => exited.then(() => reject(new ServerStartError(printed.join('\n')))))
  })
}

/** Resolves at the end of the process; also when it could not be started at all. */
export function whenExited(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null })
    })
  })
}

/** Whether the promise settled within that time. */
export async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
