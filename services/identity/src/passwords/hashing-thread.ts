import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '@rehearse/service-kit/lower-thread-priority'
import bcrypt from 'bcrypt'
import type { HashingJob, HashingResult } from './password-hasher.ts'

lowerThreadPriority()

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
