import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Exit, whenExited, within } from './server-process.ts'

export type ServiceEvent =
  | { type: 'started'; name: string; pid: number }
  /** It ended unexpectedly, and is restarted after `restartInMs`. */
  | ({ type: 'died'; name: string; pid: number; restartInMs: number; lastLines: readonly string[] } & Exit)
  /** It was still running at the deadline of a clean stop and was killed. */
  | { type: 'killed'; name: string; pid: number }

export interface ServiceOptions {
  name: string
  /** The TypeScript file to run, absolute or relative to `cwd`. */
  entry: string
  cwd: string
  env: Record<string, string>
  /** A program with arguments that replaces itself by the service, such as `nsenter --net=…`. */
  through?: readonly string[] | undefined
  onLine?: ((line: string) => void) | undefined
  onEvent?: ((event: ServiceEvent) => void) | undefined
  /** How long a clean stop may take before the process is killed. */
  stopWithinMs?: number
}

/** A service that keeps running until it is stopped. */
export interface SupervisedService {
  readonly name: string
  /** The id of the current process; undefined while it waits for a restart. */
  readonly pid: number | undefined
  /** How often it died unexpectedly. */
  readonly deaths: number
  /** Ends it with SIGTERM, with SIGKILL after the deadline. */
  stop(): Promise<void>
  /** Stops it and restarts it at once, with the same environment. */
  restart(): Promise<void>
}

const firstPause = 250
const longestPause = 10_000
/** A process that has run for this long (ms) started well: the next pause is short again. */
const healthyAfter = 30_000

/**
 * Runs a service under this Node, restarts it when it dies, and reports that. An IPC channel closes with this
 * process, so that the service ends when its launcher was killed.
 */
export function superviseService(options: ServiceOptions): SupervisedService {
  const { name, onEvent, stopWithinMs = 25_000 } = options
  let child: ChildProcess | null = null
  let exited: Promise<Exit> = Promise.resolve({ code: null, signal: null })
  let wanted = true
  let pause = firstPause
  let deaths = 0
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    const running = run(options)
    const begun = Date.now()
    child = running.child
    exited = running.exited
    const pid = running.child.pid ?? 0
    onEvent?.({ type: 'started', name, pid })
    running.exited.then((exit) => {
      if (child !== running.child) return
      child = null
      if (!wanted) return
      deaths += 1
      if (Date.now() - begun > healthyAfter) pause = firstPause
      onEvent?.({ type: 'died', name, pid, ...exit, restartInMs: pause, lastLines: running.lastLines })
      timer = setTimeout(start, pause)
      pause = Math.min(pause * 2, longestPause)
    })
  }

  async function end(): Promise<void> {
    wanted = false
    clearTimeout(timer)
    const ending = child
    if (!ending) return
    ending.kill('SIGTERM')
    if (!(await within(stopWithinMs, exited))) {
      onEvent?.({ type: 'killed', name, pid: ending.pid ?? 0 })
      ending.kill('SIGKILL')
      await exited
    }
  }

  start()
  return {
    name,
    get pid() {
      return child?.pid
    },
    get deaths() {
      return deaths
    },
    stop: end,
    restart: async () => {
      await end()
      wanted = true
      pause = firstPause
      start()
    },
  }
}

function run({ entry, cwd, env, through = [], onLine }: ServiceOptions) {
  const [program = process.execPath, ...args] = [...through, process.execPath, entry]
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C reaches only the launcher, which then stops the services in their order.
    detached: true,
  })
  const lastLines: string[] = []
  for (const output of [child.stdout, child.stderr]) {
    if (!output) continue
    createInterface({ input: output }).on('line', (line) => {
      lastLines.push(line)
      if (lastLines.length > 20) lastLines.shift()
      onLine?.(line)
    })
  }
  child.on('error', (error) => lastLines.push(error.message))
  return { child, exited: whenExited(child), lastLines }
}
