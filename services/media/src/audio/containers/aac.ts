import { notAudio } from '../refusals.ts'
import type { Container } from './container.ts'
import { onlyTagsFollow } from './tags.ts'

/** By the header's index (ISO 14496-3, table 1.18). */
const sampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
/** Fewer could be met with by chance. */
const fewestFrames = 3
const headerLength = 7

/** AAC in ADTS: frames, one behind the other, up to the end or to tags. */
export const aac: Container = {
  mimeType: 'audio/aac',
  extension: 'aac',
  recognizes: (head) => parseFrame(head) !== undefined,
  measure: async (bytes, start) => {
    let frames = 0
    let seconds = 0
    let sampleRate = 0
    for (let offset = start; offset < bytes.size; ) {
      const frame = parseFrame(await bytes.readUpTo(offset, headerLength))
      if (frame === undefined) {
        if (frames > 0 && (await onlyTagsFollow(bytes, offset))) break
        throw notAudio('something else is between the frames')
      }
      if (frames > 0 && frame.sampleRate !== sampleRate) throw notAudio('the frames are of different kinds')
      sampleRate = frame.sampleRate
      seconds += frame.samples / frame.sampleRate
      frames += 1
      offset += frame.length
      if (offset > bytes.size) throw notAudio('the file ends too early')
    }
    if (frames < fewestFrames) throw notAudio('there is no sound in it')
    return seconds
  },
}

function parseFrame(header: Buffer) {
  if (header.length < headerLength) return undefined
  const [, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = header
  // Twelve bits of sync, and the two of the layer are 0, which no MPEG layer is.
  if (header[0] !== 0xff || (second & 0xf6) !== 0xf0) return undefined
  const sampleRate = sampleRates[(third >>> 2) & 15]
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >>> 5)
  if (sampleRate === undefined || length <= headerLength) return undefined
  return { sampleRate, length, samples: 1_024 * ((seventh & 3) + 1) }
}
