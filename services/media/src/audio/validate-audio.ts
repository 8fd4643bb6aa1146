import { open } from 'node:fs/promises'
import { AUDIO_FORMATS, type AudioFormat } from '@rehearse/contracts'
import { m4a, ogg, wav, webm } from './chunk-containers.ts'
import { ByteWindow, type Container, startAfterTags, text } from './container.ts'
import { notAudio, unsupportedAudio } from './errors.ts'
import { aac, mp3 } from './frame-containers.ts'

interface AudioFacts {
  mimeType: string
  extension: AudioFormat
  /** Null if the file doesn't contain it. */
  durationSeconds: number | null
}

/** Each of the accepted formats. Frames are easiest to mistake for other data, so they are tried last. */
const containers = { wav, ogg, m4a, webm, aac, mp3 } satisfies Record<AudioFormat, Container>

/**
 * Detects the audio format of a file from its bytes, and its duration.
 * @throws {DomainError} unsupported, `invalid_audio` or `unsupported_audio`
 */
export async function validateAudio(path: string): Promise<AudioFacts> {
  await using handle = await open(path)
  const { size } = await handle.stat()
  if (size === 0) throw notAudio('the file is empty')
  const bytes = new ByteWindow(handle, size)
  const start = await startAfterTags(bytes)
  const head = Buffer.from(await bytes.readUpTo(start, 16))
  const container = Object.values(containers).find((one) => one.recognizes(head))
  if (container === undefined) throw isOtherAudio(head) ? unsupportedAudio() : notAudio('it is no audio')
  const seconds = await container.measure(bytes, start)
  await requireOnlyAudio(bytes)
  const { extension } = container
  const mimeType = AUDIO_FORMATS[extension].type
  return { mimeType, extension, durationSeconds: seconds === null ? null : Math.round(seconds * 1e3) / 1e3 }
}

/** FLAC, AIFF, MIDI, AMR, WavPack, Monkey's Audio and Windows Media. */
const isOtherAudio = (head: Buffer): boolean =>
  ['fLaC', 'MThd', '#!AM', 'wvpk', 'MAC '].includes(text(head, 0, 4)) ||
  (text(head, 0, 4) === 'FORM' && text(head, 8, 11) === 'AIF') ||
  (head.length >= 4 && head.readUInt32BE(0) === 0x3026b275)

/** Signatures that browsers, viewers and servers look for anywhere near the beginning of a file. */
const beginnings = /%PDF-|<(?:!doctype|html|head|body|script|svg|iframe|\?php|\?xml)/i
const headBytes = 2_048

/** The record at the end of every zip archive, and the most that its comment can move it forward. */
const archiveEnd = Buffer.from('PK\u0005\u0006', 'latin1')
const archiveEndBytes = 22

/**
 * Rejects a polyglot: a file that is audio here and something else to other programs. Tags and unknown chunks have
 * room for anything.
 * @throws {DomainError} unsupported, `invalid_audio`
 */
async function requireOnlyAudio(bytes: ByteWindow): Promise<void> {
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
