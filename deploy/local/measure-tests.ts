import { readdirSync, readFileSync } from 'node:fs'
import type { FileResult } from './test-results-reporter.ts'

/** Processes of one kind that ran during the tests. */
export interface ProcessKind {
  kind: string
  count: number
  /** Seconds of processor time of all of them, as far as they lived to be seen. */
  processorSeconds: number
}

interface Seen {
  kind: string | null
  ticks: number
}

interface Running {
  pid: number
  parent: number
  /** In hundredths of a second. */
  ticks: number
  /** With the id it names a process; an id alone may be used again. */
  key: string
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100
/** Milliseconds. A process that lives shorter may be missed. */
const pause = 400

/**
 * Watches which processes this one starts, directly or not, until `stop`. Where the system has no `/proc` the result is
 * empty.
 */
export function countProcesses(): { stop(): ProcessKind[] } {
  const seen = new Map<string, Seen>()
  const timer = setInterval(() => look(seen), pause)
  return {
    stop: () => {
      clearInterval(timer)
      look(seen)
      const known = [...seen.values()].filter(({ kind }) => kind !== null)
      const kinds = [...Map.groupBy(known, ({ kind }) => kind)].map(([kind, all]) => ({
        kind: String(kind),
        count: all.length,
        processorSeconds: all.reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond,
      }))
      return kinds.sort((one, other) => other.processorSeconds - one.processorSeconds)
    },
  }
}

/** A process counts if its parent does, even after that parent has ended. */
function look(seen: Map<string, Seen>): void {
  const running = new Map(
    processIds().flatMap((pid) => {
      const one = readProcess(pid)
      return one ? [[one.pid, one]] : []
    }),
  )
  const isOurs = ({ key, parent }: Running): boolean => {
    if (seen.has(key) || parent === process.pid) return true
    const above = running.get(parent)
    return above !== undefined && isOurs(above)
  }
  for (const one of running.values()) {
    if (!isOurs(one)) continue
    const kind = seen.get(one.key)?.kind ?? kindOf(readOr(`/proc/${one.pid}/cmdline`))
    seen.set(one.key, { kind, ticks: one.ticks })
  }
}

function readProcess(pid: string): Running | null {
  const stat = readOr(`/proc/${pid}/stat`)
  // The name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [parent, user, system, started] = [fields[1], fields[11], fields[12], fields[19]].map(Number)
  if (parent === undefined || user === undefined || system === undefined || started === undefined) return null
  return { pid: Number(pid), parent, ticks: user + system, key: `${pid} ${started}` }
}

function kindOf(commandLine: string): string | null {
  const [program = '', ...args] = commandLine.split('\0')
  if (/chrom/.test(program)) {
    const type = /--type=([\w-]+)/.exec(commandLine)?.[1] ?? 'browser'
    return `Chromium, ${type}`
  }
  if (/^postgres:|postgres$/.test(program))
    return program.startsWith('postgres:') ? 'Postgres, a connection or worker' : 'Postgres, server'
  if (program.endsWith('nats-server')) return 'nats-server'
  if (!/(^|\/)node$/.test(program)) return null
  const script = args.find((arg) => /\.(ts|mjs|js)$/.test(arg)) ?? ''
  const service = /services\/(\w+)\/src\/main\.ts/.exec(script)?.[1]
  if (service) return `Node, service ${service}`
  return script.includes('vitest') ? 'Node, Vitest and its workers' : `Node, ${script.split('/').slice(-1)}`
}

function processIds(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function readOr(file: string, otherwise = ''): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

/** The files with their seconds, the longest first, then each project's sum and the processes. */
export function timesTable(files: readonly FileResult[], processes: readonly ProcessKind[]): string[] {
  const line = (wall: number, processor: number, name: string) =>
    `${wall.toFixed(1).padStart(9)} ${processor.toFixed(1).padStart(9)} ${Math.max(0, wall - processor)
      .toFixed(1)
      .padStart(9)}  ${name}`
  const sum = (all: readonly FileResult[], of: 'wallSeconds' | 'processorSeconds') =>
    all.reduce((total, file) => total + (file[of] ?? 0), 0)
  const head = (what: string) => `\n     wall processor   waiting  seconds of each ${what}`
  return [
    head('file'),
    ...[...files]
      .sort((one, other) => other.wallSeconds - one.wallSeconds)
      .map((file) => line(file.wallSeconds, file.processorSeconds ?? 0, `${file.project}  ${file.path}`)),
    head('project, its files added up'),
    ...[...Map.groupBy(files, ({ project }) => project)].map(([project, all]) =>
      line(sum(all, 'wallSeconds'), sum(all, 'processorSeconds'), `${project}, ${all.length} files`),
    ),
    '\n    count processor  processes that were seen',
    ...processes.map(
      ({ kind, count, processorSeconds }) =>
        `${String(count).padStart(9)} ${processorSeconds.toFixed(1).padStart(9)}  ${kind}`,
    ),
    '',
  ]
}
