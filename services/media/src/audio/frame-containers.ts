import { type ByteWindow, type Container, hasOnlyTagsLeft, text } from './container.ts'
import { notAudio } from './errors.ts'

/** Layer III bit rates in kbit/s by header index, for MPEG 1 and for MPEG 2 and 2.5 (ISO 11172-3, 2.4.2.3). */
const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const
const mpegSampleRates = {
  1: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  2.5: [11_025, 12_000, 8_000],
}
/** Random bytes might look like fewer frames. */
const fewestFrames = 3

interface Frame {
  length: number
  sampleRate: number
  samples: number
  /** The offset of the marker of a frame that describes the others. */
  infoOffset: number
}

/** MPEG layer III: consecutive frames, up to the end or to tags. */
export const mp3: Container = {
  extension: 'mp3',
  recognizes: (head) => head.length >= 4 && parseMpegFrame(head) !== undefined,
  measure: async (bytes, start) => {
    let frames = 0
    let seconds = 0
    let sampleRate = 0
    for (let offset = start; offset < bytes.size; ) {
      const frame = parseMpegFrame(await bytes.readUpTo(offset, 4))
      if (frame === undefined) {
        if (frames > 0 && (await hasOnlyTagsLeft(bytes, offset))) break
        throw notAudio('something else is between the frames')
      }
      if (frames > 0 && frame.sampleRate !== sampleRate) throw notAudio('the frames are of different kinds')
      sampleRate = frame.sampleRate
      const describesOthers = frames === 0 && (await isInfo(bytes, offset, frame))
      if (!describesOthers) seconds += frame.samples / frame.sampleRate
      frames += 1
      offset += frame.length
      if (offset > bytes.size) throw notAudio('the file ends too early')
    }
    if (frames < fewestFrames) throw notAudio('there is no sound in it')
    return seconds
  },
}

function parseMpegFrame(header: Buffer): Frame | undefined {
  if (header.length < 4) return undefined
  const bits = header.readUInt32BE(0)
  const isSync = bits >>> 21 === 0x7ff
  const version = ([2.5, undefined, 2, 1] as const)[(bits >>> 19) & 3]
  const isLayer3 = ((bits >>> 17) & 3) === 1
  if (!isSync || version === undefined || !isLayer3) return undefined
  const bitRate = bitRates[version === 1 ? 1 : 2][(bits >>> 12) & 15]
  const sampleRate = mpegSampleRates[version][(bits >>> 10) & 3]
  if (!bitRate || sampleRate === undefined) return undefined
  const padding = (bits >>> 9) & 1
  const isMono = ((bits >>> 6) & 3) === 3
  const samples = version === 1 ? 1_152 : 576
  return {
    length: Math.floor(((samples / 8) * bitRate * 1_000) / sampleRate) + padding,
    sampleRate,
    samples,
    infoOffset: 4 + (version === 1 ? (isMono ? 17 : 32) : isMono ? 9 : 17),
  }
}

async function isInfo(bytes: ByteWindow, offset: number, { infoOffset }: Frame): Promise<boolean> {
  const mark = text(await bytes.readUpTo(offset + infoOffset, 4), 0, 4)
  return mark === 'Xing' || mark === 'Info'
}

/** By header index (ISO 14496-3, table 1.18). */
const adtsSampleRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const adtsHeaderLength = 7

/** AAC in ADTS: consecutive frames, up to the end or to tags. */
export const aac: Container = {
  extension: 'aac',
  recognizes: (head) => parseAdtsFrame(head) !== undefined,
  measure: async (bytes, start) => {
    let frames = 0
    let seconds = 0
    let sampleRate = 0
    for (let offset = start; offset < bytes.size; ) {
      const frame = parseAdtsFrame(await bytes.readUpTo(offset, adtsHeaderLength))
      if (frame === undefined) {
        if (frames > 0 && (await hasOnlyTagsLeft(bytes, offset))) break
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

function parseAdtsFrame(header: Buffer) {
  if (header.length < adtsHeaderLength) return undefined
  const [, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = header
  // Twelve sync bits; the two layer bits are 0, unlike in any MPEG layer.
  if (header[0] !== 0xff || (second & 0xf6) !== 0xf0) return undefined
  const sampleRate = adtsSampleRates[(third >>> 2) & 15]
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >>> 5)
  if (sampleRate === undefined || length <= adtsHeaderLength) return undefined
  return { sampleRate, length, samples: 1_024 * ((seventh & 3) + 1) }
}
