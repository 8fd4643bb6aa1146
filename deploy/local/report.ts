import { chmodSync, createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import type { PlatformEvent, PlatformPart, PlatformStep } from '@rehearse/local-platform'

const names: Record<PlatformPart, string> = {
  postgres: 'Postgres',
  nats: 'NATS',
  databases: 'Databases',
  questions: 'questions, with its content',
  progress: 'progress',
  identity: 'identity',
  media: 'media',
  gateway: 'gateway',
}

export const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** A finished step and its duration. */
export const logDone = (what: string, ms: number): void =>
  say(`  ✓ ${what.padEnd(32)} ${(ms / 1000).toFixed(1)} s`)

export function reportStep(step: PlatformStep): void {
  if (step.state === 'done') logDone(names[step.part], step.ms)
  if (step.state === 'note') say(`    ${step.message}`)
}

/** Reports when a running service or server stops. */
export function reportEvent(event: PlatformEvent): void {
  for (const line of linesFor(event)) say(line)
}

function linesFor(event: PlatformEvent): string[] {
  switch (event.type) {
    case 'started':
      return []
    case 'died': {
      const how = event.signal ?? `code ${event.code}`
      return [
        `  ! ${event.name} ended (${how}); restarting in ${event.restartInMs} ms`,
        // A process killed from outside printed no reason.
        ...(event.signal ? [] : event.lastLines.slice(-3).map((line) => `      ${line}`)),
      ]
    }
    case 'killed':
      return [`  ! ${event.name} did not stop in time and was killed`]
    case 'server-died':
      return [`  ! ${names[event.name]} ended; restarting`]
    case 'server-restarted':
      return [`  ✓ ${names[event.name]} is back`]
    case 'server-failed':
      return [
        `  ! ${names[event.name]} can't start: ${event.error.message}; next try in ${event.retryInMs} ms`,
      ]
    default:
      return event satisfies never
  }
}

/** Writes the logs of services and servers to files, overwritten at each start. */
export function openLogs(dataDir: string): { dir: string; write(part: PlatformPart, line: string): void } {
  const dir = join(dataDir, 'logs')
  mkdirSync(dir, { recursive: true })
  // Logs contain addresses and accounts.
  chmodSync(dir, 0o700)
  const files = new Map<PlatformPart, WriteStream>()
  return {
    dir,
    write: (part, line) => {
      let file = files.get(part)
      if (file === undefined) {
        file = createWriteStream(join(dir, `${part}.log`))
        // A full disk must not stop the platform because of its logs.
        file.on('error', () => {})
        files.set(part, file)
      }
      file.write(`${line}\n`)
    },
  }
}
