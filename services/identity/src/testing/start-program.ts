import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'

const main = join(import.meta.dirname, '../main.ts')

/** Starts the program as in production until the test ends; its output is collected in `written`. */
export function startProgram(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const program = spawn(process.execPath, [main], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  onTestFinished(() => void program.kill('SIGKILL'))
  const output: string[] = []
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  return { program, exit: once(program, 'exit'), written: () => output.join('') }
}

/** The base URL of a program that was just started, once it is ready. */
export async function addressOf({ written }: ReturnType<typeof startProgram>): Promise<string> {
  const url = await vi.waitUntil(() => /Server listening at (http:[^"]+)/.exec(written())?.[1], {
    timeout: 60_000,
  })
  await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).ok)
  return url
}
