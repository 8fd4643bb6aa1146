import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { DomainError } from '@rehearse/contracts'
import { lowerThreadPriority } from '@rehearse/service-kit/lower-thread-priority'
import { readBackup } from '../backup-file.ts'
import type { ReadRows } from './read-rows.ts'
import { readBulkRows, readSource } from './read-rows.ts'
import type { FromThread, ReadingJob, ReadingResult, ToThread } from './reading-threads.ts'

/** Milliseconds between progress reports. */
const REPORT = 200
/** The number of items per message to the main thread. */
const CHUNK_SIZE = 100

lowerThreadPriority()

let left: Record<string, unknown[]> = {}

const send = (message: FromThread) => parentPort?.postMessage(message)

parentPort?.on('message', async (message: ToThread) => {
  try {
    if (message === 'more') return sendChunk()
    const { head, lists } = await read(message.job)
    left = lists
    send({ head })
  } catch (error) {
    left = {}
    send(failure(error))
  }
})

/** The main thread requests chunks one at a time, and serves other requests in between. */
function sendChunk(): void {
  const chunk: Record<string, unknown[]> = {}
  let isLast = true
  for (const [name, items] of Object.entries(left)) {
    chunk[name] = items.slice(0, CHUNK_SIZE)
    left[name] = items.slice(CHUNK_SIZE)
    if (items.length > CHUNK_SIZE) isLast = false
  }
  send({ piece: chunk, isLast })
}

async function read(job: ReadingJob): Promise<ReadingResult> {
  if (job.kind === 'backup') {
    const { questions, ...head } = readBackup(job.text)
    return { head, lists: { questions } }
  }
  let reported = performance.now()
  const report = (done: number) => {
    if (performance.now() - reported < REPORT) return
    reported = performance.now()
    send({ progress: done })
  }
  const { rows, errors, warnings } =
    job.kind === 'rows'
      ? await readBulkRows(job.rows, report)
      : await readSource(job.source, job.format, job.defaults, report)
  return { head: { digest: digestOf({ rows, errors, warnings }) }, lists: { rows, errors, warnings } }
}

function digestOf({ rows, errors }: ReadRows): string {
  const hash = createHash('sha256')
  for (const { row, key, id } of rows) hash.update(JSON.stringify(id ? [row, key, id] : [row, key]))
  return hash.update(JSON.stringify(errors)).digest('hex')
}

function failure(error: unknown): FromThread {
  if (!(error instanceof DomainError)) return { crashed: error }
  const { kind, code, message, details, retryAfterSeconds } = error
  return { refused: { kind, code, message, details, retryAfterSeconds } }
}
