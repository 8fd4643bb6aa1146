import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'

export interface Child {
  process: ChildProcess
  /** Resolves to the exit code, or to the signal that ended the process. */
  exited: Promise<number | NodeJS.Signals | null>
  /** What it has written to stderr so far. */
  stderr(): string
  /** Resolves once it has sent this message over IPC. */
  said(message: string): Promise<void>
}

/**
 * Starts a program of this folder with the Node version that runs the tests, on an IPC channel as a launcher would.
 */
export function runChild(file: string, env: Readonly<Record<string, string>>): Child {
  const child = spawn(process.execPath, [join(import.meta.dirname, file)], {
    env: { ...env, PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let stderr = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  return {
    process: child,
    exited: once(child, 'exit').then(([code, signal]) => code ?? signal),
    stderr: () => stderr,
    said: async (message) => {
      for await (const [received] of on(child, 'message')) if (received === message) return
    },
  }
}
