import { readSourceFile, type SourceFile } from './source-images.ts'

export type FileReply = 'ready' | SourceFile

/** Unpacking an archive takes seconds: a worker keeps the page responsive, and can be ended. */
self.addEventListener('message', async ({ data }: MessageEvent<File>) => {
  self.postMessage(readSourceFile(new Uint8Array(await data.arrayBuffer()), data.name) satisfies FileReply)
})

// Messages sent before this would be lost: loading the modules may take a while.
self.postMessage('ready' satisfies FileReply)
