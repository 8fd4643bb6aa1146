import { readSource } from './read-source.ts'
import type { ReadingOrder, ReadSource } from './source-row.ts'

export type WorkerReply = 'ready' | { read: ReadSource } | { refused: string }

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

// What was sent before would be lost: modules may take a while.
self.postMessage('ready' satisfies WorkerReply)
