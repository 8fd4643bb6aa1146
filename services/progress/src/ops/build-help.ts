import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Threads at most: beyond it the server is what they wait for. */
const threadsMax = 4
/** Events that are folded before another thread has so much as started. */
const notWorthIt = 50_000
/** Megabytes of young objects: a batch that fits in is not copied about while it lives. */
const youngGeneration = 48

/** What a thread has to know of the shadow that it helps to build. */
export interface BuildHelp {
  /** Of the shadow. */
  name: string
  /** Of its projections, or `all`. */
  projection: string
  revision: string
}

/** Starts as many threads as there are cores beside ours, which help to build a shadow of so many events. */
export async function buildHelp(help: BuildHelp, events: number): Promise<void> {
  if (events < notWorthIt) return
  const threads = Math.min(threadsMax, availableParallelism()) - 1
  await Promise.all(Array.from({ length: threads }, () => runThread(help)))
}

/** As long as it works; @throws what it throws */
async function runThread(workerData: BuildHelp): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const thread = new Worker(join(import.meta.dirname, 'build-helper.ts'), {
    workerData,
    resourceLimits: { maxYoungGenerationSizeMb: youngGeneration },
  })
  thread.once('error', reject)
  thread.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a thread ended with ${code}`))))
  await promise
}
