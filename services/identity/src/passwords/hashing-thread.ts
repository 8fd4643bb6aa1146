import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcrypt'
import type { HashingJob, HashingResult } from './password-hasher.ts'

/** Added niceness: on a busy machine such a thread gets about a third of the CPU time of a normal one. */
const niceness = 5

// Only Linux has a priority per thread; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + niceness))

parentPort?.on('message', (job: HashingJob) => {
  parentPort?.postMessage(resultOf(job))
})

function resultOf(job: HashingJob): HashingResult {
  try {
    return job.kind === 'hash'
      ? { hash: bcrypt.hashSync(job.password, job.cost) }
      : { same: bcrypt.compareSync(job.password, job.hash) }
  } catch (error) {
    return { error: String(error) }
  }
}
