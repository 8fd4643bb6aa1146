import type { TextEncoding } from '@rehearse/contracts/text-encoding'
import { readSourceFile, type SourceFile } from './source-images.ts'

export interface FileOrder {
  file: File
  /** The encoding of the text in it; undefined detects it. */
  encoding?: TextEncoding | undefined
}
export type FileReply = 'ready' | SourceFile

/** Unpacking an archive takes seconds: a worker keeps the page responsive, and can be ended. */
self.addEventListener('message', async ({ data: { file, encoding } }: MessageEvent<FileOrder>) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  self.postMessage(readSourceFile(bytes, file.name, encoding) satisfies FileReply)
})

// Messages sent before this would be lost: loading the modules may take a while.
self.postMessage('ready' satisfies FileReply)
