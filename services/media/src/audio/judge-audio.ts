import { open } from 'node:fs/promises'
import { ByteWindow } from './byte-window.ts'
import { aac } from './containers/aac.ts'
import { type Container, text } from './containers/container.ts'
import { m4a } from './containers/m4a.ts'
import { mp3 } from './containers/mp3.ts'
import { ogg } from './containers/ogg.ts'
import { behindTags } from './containers/tags.ts'
import { wav } from './containers/wav.ts'
import { webm } from './containers/webm.ts'
import { refuseForeignMatter } from './foreign-matter.ts'
import { notAudio, unsupportedAudio } from './refusals.ts'

export interface AudioFacts {
  mimeType: string
  extension: string
  /** Null where the file doesn't say. */
  durationSeconds: number | null
}

/** Frames have the weakest marks, so they are asked last. */
const containers: readonly Container[] = [wav, ogg, m4a, webm, aac, mp3]

/**
 * Says by the bytes of a file which audio it is, and for how long it sounds.
 * @throws {DomainError} unsupported, `invalid_audio` or `unsupported_audio`
 */
export async function judgeAudio(path: string): Promise<AudioFacts> {
  await using handle = await open(path)
  const { size } = await handle.stat()
  if (size === 0) throw notAudio('the file is empty')
  const bytes = new ByteWindow(handle, size)
  const start = await behindTags(bytes)
  const head = Buffer.from(await bytes.readUpTo(start, 16))
  const container = containers.find((one) => one.recognizes(head))
  if (container === undefined) throw isOtherAudio(head) ? unsupportedAudio() : notAudio('it is no audio')
  const seconds = await container.measure(bytes, start)
  await refuseForeignMatter(bytes)
  const { mimeType, extension } = container
  return { mimeType, extension, durationSeconds: seconds === null ? null : Math.round(seconds * 1e3) / 1e3 }
}

/** FLAC, AIFF, MIDI, AMR, WavPack, Monkey's Audio and Windows Media. */
const isOtherAudio = (head: Buffer): boolean =>
  ['fLaC', 'MThd', '#!AM', 'wvpk', 'MAC '].includes(text(head, 0, 4)) ||
  (text(head, 0, 4) === 'FORM' && text(head, 8, 11) === 'AIF') ||
  (head.length >= 4 && head.readUInt32BE(0) === 0x3026b275)
