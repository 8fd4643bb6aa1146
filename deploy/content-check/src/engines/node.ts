import { Worker } from 'node:worker_threads'
import type { Program } from '../program.ts'

/** Milliseconds of the processor that a script may take, and of time that it may wait: a busy machine is no endless loop. */
const atMost = { busy: 1_000, altogether: 20_000 }

/**
 * Runs a script in a Node thread of its own.
 * @returns the value of `evaluate` as the console shows it; without it, what the script logs, line by line, and at the
 *   end `throws TypeError` or the like if it dies of an error
 */
export async function runInNode({ script, evaluate }: Program): Promise<string> {
  const source = evaluate === undefined ? script : valueAlone(script, evaluate)
  const isModule = /^\s*(?:import|export)\s|^\s*await\s|=\s*await\s/m.test(source)
  const worker = new Worker(
    isModule ? new URL(`data:text/javascript,${encodeURIComponent(source)}`) : source,
    { eval: !isModule, stdout: true, stderr: true, env: {} },
  )
  const printed = worker.stdout.setEncoding('utf8').toArray()
  worker.stderr.resume()
  let end = ''
  worker.once('error', (error) => {
    end = `throws ${error instanceof Error ? error.name : String(error)}`
  })
  const began = performance.now()
  const watch = setInterval(async () => {
    if ((await busyFor(worker)) < atMost.busy && performance.now() - began < atMost.altogether) return
    end = 'does not end'
    void worker.terminate()
  }, 100)
  await new Promise((resolve) => worker.once('exit', resolve))
  clearInterval(watch)
  return [(await printed).join('').trimEnd(), end].filter((part) => part !== '').join('\n')
}

/** Milliseconds of the processor; none of a thread that is gone. */
const busyFor = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user }) => user / 1_000,
    () => 0,
  )

const valueAlone = (script: string, expression: string): string => `
const show = console.log
console.log = () => {}
${script}
;show(${expression})`
