import type { ReadingOrder, ReadSource } from './source-rows.ts'
import type { WorkerReply } from './source-worker.ts'

/** A source can't be read as a whole; the message says why. */
export class UnreadableSource extends Error {}

/** Reading a source took longer than anybody waits. */
export class ReadingTimeout extends Error {}

/** Milliseconds. The largest file takes some ten seconds; the server has a limit of its own. */
const TIME_LIMIT = 60_000

/**
 * Reads a source beside the page, which stays fluid whatever its size.
 * @throws {UnreadableSource | ReadingTimeout}
 */
export function readApart(order: ReadingOrder): Promise<ReadSource> {
  const worker = new Worker(new URL('./source-worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<ReadSource>((resolve, reject) => {
    timer = setTimeout(() => reject(new ReadingTimeout()), TIME_LIMIT)
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (data === 'ready') worker.postMessage(order)
      else if ('read' in data) resolve(data.read)
      else reject(new UnreadableSource(data.refused))
    })
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the reader stopped')))
  }).finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}
