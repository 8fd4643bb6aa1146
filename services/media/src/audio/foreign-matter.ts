import type { ByteWindow } from './byte-window.ts'
import { notAudio } from './refusals.ts'

/** What other programs look for near the beginning, wherever exactly: a browser that guesses, a viewer, a server. */
const beginnings = /%PDF-|<(?:!doctype|html|head|body|script|svg|iframe|\?php|\?xml)/i
const headBytes = 2_048

/** The record at the end of every zip archive, and all that its comment may push it forward. */
const archiveEnd = Buffer.from('PK\u0005\u0006', 'latin1')
const archiveEndBytes = 22

/**
 * Refuses what is sound to us and something else to others: tags and unknown chunks have room for anything.
 * @throws {DomainError} unsupported, `invalid_audio`
 */
export async function refuseForeignMatter(bytes: ByteWindow): Promise<void> {
  const head = await bytes.readUpTo(0, headBytes)
  if (beginnings.test(head.toString('latin1'))) throw notAudio('it is something else as well')
  const tailStart = Math.max(0, bytes.size - 64 * 1024)
  const tail = await bytes.readUpTo(tailStart, 64 * 1024)
  for (let at = tail.indexOf(archiveEnd); at >= 0; at = tail.indexOf(archiveEnd, at + 1)) {
    const isRecord = at + archiveEndBytes <= tail.length
    if (isRecord && at + archiveEndBytes + tail.readUInt16LE(at + 20) <= tail.length) {
      throw notAudio('it is an archive as well')
    }
  }
}
