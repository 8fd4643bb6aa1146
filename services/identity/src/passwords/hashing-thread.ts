import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcrypt'
import type { HashingJob, HashingResult } from './password-hasher.ts'

/** How far behind other work of the machine: one such thread gets a third of a share where all are busy. */
const niceness = 5

// On Linux a thread has a priority of its own; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(niceness)

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
