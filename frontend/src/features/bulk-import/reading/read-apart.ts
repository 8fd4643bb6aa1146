import type { ReadingOrder, ReadSource } from './source-row.ts'
import type { WorkerReply } from './source-worker.ts'

/** A source can't be read as a whole; the message says why. */
export class UnreadableSource extends Error {}

/** Reads a source beside the page, which stays fluid whatever its size. @throws {UnreadableSource} */
export function readApart(order: ReadingOrder): Promise<ReadSource> {
  const worker = new Worker(new URL('./source-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ReadSource>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (data === 'ready') worker.postMessage(order)
      else if ('read' in data) resolve(data.read)
      else reject(new UnreadableSource(data.refused))
    })
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the reader stopped')))
  }).finally(() => worker.terminate())
}
