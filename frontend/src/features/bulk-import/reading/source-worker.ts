import { readSource } from './read-source.ts'
import type { ReadingOrder, ReadSource } from './source-row.ts'

export type WorkerReply = { read: ReadSource } | { refused: string }

/** Reading thousands of questions takes seconds: here nobody waits for it. */
self.addEventListener('message', async ({ data }: MessageEvent<ReadingOrder>) => {
  let reply: WorkerReply
  try {
    reply = { read: await readSource(data) }
  } catch (error) {
    reply = { refused: error instanceof Error ? error.message : String(error) }
  }
  self.postMessage(reply)
})
