import { type Container, text } from './container.ts'
import { notAudio } from './errors.ts'

const headerLength = 27
const begins = 2
const ends = 4

/** Ogg (RFC 3533) with one stream of Opus, Vorbis, Speex or FLAC: pages, the last of which is marked. */
export const ogg: Container = {
  mimeType: 'audio/ogg',
  extension: 'ogg',
  recognizes: (head) => text(head, 0, 4) === 'OggS',
  measure: async (bytes) => {
    let serial = 0
    let clock = { rate: 0, before: 0 }
    let position = 0
    let hasEnded = false
    for (let offset = 0; offset < bytes.size; ) {
      const header = await bytes.read(offset, headerLength)
      const flags = header.readUInt8(5)
      if (text(header, 0, 4) !== 'OggS' || header.readUInt8(4) !== 0 || hasEnded) {
        throw notAudio('something else is between the pages')
      }
      // A page on which no packet ends has no position.
      const granule = header.readBigInt64LE(6)
      if (granule >= 0n) position = Number(granule)
      const stream = header.readUInt32LE(14)
      const segments = await bytes.read(offset + headerLength, header.readUInt8(26))
      const length = segments.reduce((sum, segment) => sum + segment, 0)
      const body = offset + headerLength + segments.length
      if (offset === 0) {
        serial = stream
        if ((flags & begins) === 0) throw notAudio('it does not begin with its first page')
        clock = clockOf(await bytes.readUpTo(body, Math.min(length, 64)))
      } else if (stream !== serial || (flags & begins) !== 0) throw notAudio('there is more than one stream')
      hasEnded = (flags & ends) !== 0
      offset = body + length
      if (offset > bytes.size) throw notAudio('the file ends too early')
    }
    if (!hasEnded) throw notAudio('the file ends too early')
    return Math.max(0, position - clock.before) / clock.rate
  },
}

/** How many positions are a second, and how many of them come before the first sound. */
function clockOf(packet: Buffer): { rate: number; before: number } {
  const rate = (value: number, before = 0) => {
    if (value === 0) throw notAudio('its format is not told')
    return { rate: value, before }
  }
  if (packet.length >= 19 && text(packet, 0, 8) === 'OpusHead') return rate(48_000, packet.readUInt16LE(10))
  if (packet.length >= 30 && text(packet, 0, 7) === '\u0001vorbis') return rate(packet.readUInt32LE(12))
  if (packet.length >= 40 && text(packet, 0, 8) === 'Speex   ') return rate(packet.readUInt32LE(36))
  if (packet.length >= 51 && text(packet, 0, 5) === '\u007fFLAC') return rate(packet.readUIntBE(27, 3) >>> 4)
  throw notAudio('it is no stream of audio')
}
