import { ConfigError } from '@rehearse/service-kit/config'

/** What was asked for can't be understood. */
export class UsageError extends Error {}

/** Runs a command of somebody at a terminal, and ends the process with its exit code. */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(await work())
  } catch (error) {
    const isAsked = error instanceof UsageError || error instanceof ConfigError || isOfArguments(error)
    process.stderr.write(`${(error as Error).message}\n${isAsked ? '\n--help tells what there is.\n' : ''}`)
    process.exitCode = isAsked ? 2 : 1
  }
}

const begun = performance.now()

/** Tells what goes on, beside what the command prints in the end. */
export function say(what: string): void {
  process.stderr.write(`[${((performance.now() - begun) / 1000).toFixed(1)} s] ${what}\n`)
}

const isOfArguments = (error: unknown) =>
  String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS')
