import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Launcher {
  child: ChildProcess
  /** The next message that the script sends with `process.send`. */
  message(): Promise<unknown>
  /** Kills only the launcher, like `kill -9`, and waits until it has ended. */
  kill(): Promise<void>
}

/**
 * Runs a module in a separate process, so that a test can kill it.
 * @param script the body of a module; its imports have absolute paths
 */
export function runLauncher(script: string): Launcher {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: true,
  })
  const output: string[] = []
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => output.push(line))
  return {
    child,
    message: () =>
      Promise.race([
        once(child, 'message').then(([message]) => message),
        once(child, 'close').then(() =>
          Promise.reject(new Error(`the launcher ended:\n${output.join('\n')}`)),
        ),
      ]),
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
