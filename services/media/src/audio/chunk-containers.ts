import { type ByteWindow, type Container, text } from './container.ts'
import { notAudio } from './errors.ts'

/** RIFF WAVE: chunks with a length each; `fmt ` has the number of bytes per second of `data`. */
export const wav: Container = {
  extension: 'wav',
  recognizes: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WAVE',
  measure: async (bytes) => {
    const header = await bytes.read(0, 12)
    if (header.readUInt32LE(4) + 8 !== bytes.size)
      throw notAudio('the length in its header is not its length')
    let bytesPerSecond = 0
    let audio = 0
    for (let offset = 12; offset < bytes.size; ) {
      const chunk = await bytes.read(offset, 8)
      const id = text(chunk, 0, 4)
      const length = chunk.readUInt32LE(4)
      if (id === 'fmt ') {
        if (length < 16) throw notAudio('its format is missing')
        bytesPerSecond = (await bytes.read(offset + 8, 16)).readUInt32LE(8)
      }
      if (id === 'data') audio += length
      // Chunks begin at even offsets; the padding of the last one may be missing.
      offset += 8 + length
      if (offset > bytes.size) throw notAudio('the file ends too early')
      offset += offset % 2
    }
    if (bytesPerSecond === 0 || audio === 0) throw notAudio('there is no sound in it')
    return audio / bytesPerSecond
  },
}

const pageHeaderLength = 27
const begins = 2
const ends = 4

/** Ogg (RFC 3533) with one stream of Opus, Vorbis, Speex or FLAC: pages, of which the last is marked. */
export const ogg: Container = {
  extension: 'ogg',
  recognizes: (head) => text(head, 0, 4) === 'OggS',
  measure: async (bytes) => {
    let serial = 0
    let clock = { rate: 0, before: 0 }
    let position = 0
    let hasEnded = false
    for (let offset = 0; offset < bytes.size; ) {
      const header = await bytes.read(offset, pageHeaderLength)
      const flags = header.readUInt8(5)
      if (text(header, 0, 4) !== 'OggS' || header.readUInt8(4) !== 0 || hasEnded) {
        throw notAudio('something else is between the pages')
      }
      // A page has no position if no packet ends on it.
      const granule = header.readBigInt64LE(6)
      if (granule >= 0n) position = Number(granule)
      const stream = header.readUInt32LE(14)
      const segments = await bytes.read(offset + pageHeaderLength, header.readUInt8(26))
      const length = segments.reduce((sum, segment) => sum + segment, 0)
      const body = offset + pageHeaderLength + segments.length
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

/** The number of positions per second, and how many precede the first sound. */
function clockOf(packet: Buffer): { rate: number; before: number } {
  const rate = (value: number, before = 0) => {
    if (value === 0) throw notAudio('its format is missing')
    return { rate: value, before }
  }
  if (packet.length >= 19 && text(packet, 0, 8) === 'OpusHead') return rate(48_000, packet.readUInt16LE(10))
  if (packet.length >= 30 && text(packet, 0, 7) === '\u0001vorbis') return rate(packet.readUInt32LE(12))
  if (packet.length >= 40 && text(packet, 0, 8) === 'Speex   ') return rate(packet.readUInt32LE(36))
  if (packet.length >= 51 && text(packet, 0, 5) === '\u007fFLAC') return rate(packet.readUIntBE(27, 3) >>> 4)
  throw notAudio('it is no stream of audio')
}

interface Box {
  type: string
  /** The offset of its content. */
  start: number
  end: number
}

/** Track types allowed in an audio file: sound, and chapter titles. */
const handlers: ReadonlySet<string> = new Set(['soun', 'text', 'sbtl'])

/** MPEG-4 (ISO 14496-12) without video: boxes with a length each. */
export const m4a: Container = {
  extension: 'm4a',
  recognizes: (head) => text(head, 4, 8) === 'ftyp',
  measure: async (bytes) => {
    let hasAudio = false
    let movie: Box | undefined
    for await (const box of boxes(bytes, 0, bytes.size)) {
      if (box.type === 'moov') movie = box
      if (box.type === 'mdat' && box.end > box.start) hasAudio = true
    }
    if (movie === undefined || !hasAudio) throw notAudio('there is no sound in it')
    let seconds: number | null = null
    let tracks = 0
    for await (const box of boxes(bytes, movie.start, movie.end)) {
      if (box.type === 'mvhd') seconds = await duration(bytes, box)
      if (box.type !== 'trak') continue
      const handler = await handlerOf(bytes, box)
      if (!handlers.has(handler)) throw notAudio('it has more than sound')
      if (handler === 'soun') tracks += 1
    }
    if (tracks === 0) throw notAudio('there is no sound in it')
    return seconds
  },
}

async function* boxes(bytes: ByteWindow, from: number, to: number): AsyncGenerator<Box> {
  for (let offset = from; offset < to; ) {
    const header = await bytes.read(offset, 8)
    const type = text(header, 4, 8)
    const isLong = header.readUInt32BE(0) === 1
    const length = isLong
      ? Number((await bytes.read(offset + 8, 8)).readBigUInt64BE(0))
      : header.readUInt32BE(0)
    const start = offset + (isLong ? 16 : 8)
    offset += length
    if (offset < start || offset > to) throw notAudio('the file ends too early')
    yield { type, start, end: offset }
  }
}

/**
 * The movie header has 32-bit or 64-bit fields, depending on its version; the duration is 0 if fragments contain it.
 */
async function duration(bytes: ByteWindow, box: Box): Promise<number | null> {
  const header = await bytes.read(box.start, 32)
  const isLong = header.readUInt8(0) === 1
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const units = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return scale === 0 || units === 0 ? null : units / scale
}

async function handlerOf(bytes: ByteWindow, track: Box): Promise<string> {
  for await (const media of boxes(bytes, track.start, track.end)) {
    if (media.type !== 'mdia') continue
    for await (const box of boxes(bytes, media.start, media.end)) {
      if (box.type === 'hdlr') return text(await bytes.read(box.start, 12), 8, 12)
    }
  }
  return ''
}

/** Elements by their ids (RFC 9559, 5). */
const elementId = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const
/**
 * Elements whose content is read. Recordings leave the length of the outer ones open, so all are read as one flat
 * sequence.
 */
const opened: ReadonlySet<number> = new Set([
  elementId.header,
  elementId.segment,
  elementId.info,
  elementId.tracks,
  elementId.trackEntry,
  elementId.cluster,
  elementId.blockGroup,
])
const mayBeOpenEnded: ReadonlySet<number> = new Set([elementId.segment, elementId.cluster])
const audioTrack = 2

/** WebM with audio only: elements with a length each. */
export const webm: Container = {
  extension: 'webm',
  recognizes: (head) => head.length >= 4 && head.readUInt32BE(0) === elementId.header,
  measure: async (bytes) => {
    const found = { docType: '', scale: 1_000_000, duration: 0, tracks: 0, cluster: 0, last: 0, blocks: 0 }
    for await (const { element, start, length } of elements(bytes)) {
      const number = async () => toNumber(await bytes.read(start, Math.min(length, 8)))
      if (element === elementId.docType)
        found.docType = text(await bytes.read(start, Math.min(length, 16)), 0, length)
      if (element === elementId.timestampScale) found.scale = await number()
      if (element === elementId.duration) found.duration = float(await bytes.read(start, length))
      if (element === elementId.timestamp) found.cluster = await number()
      if (element === elementId.trackType) {
        if ((await number()) !== audioTrack) throw notAudio('it has more than sound')
        found.tracks += 1
      }
      if (element !== elementId.simpleBlock && element !== elementId.block) continue
      found.blocks += 1
      found.last = found.cluster + (await bytes.read(start, 3)).readInt16BE(1)
    }
    if (found.docType !== 'webm') throw notAudio('it is no WebM')
    if (found.tracks === 0 || found.blocks === 0) throw notAudio('there is no sound in it')
    // A recording starts without a known duration; the time of its last block is used instead.
    return ((found.duration || found.last) * found.scale) / 1e9
  },
}

/** All elements whose content isn't read, in file order, to the end of the file. */
async function* elements(bytes: ByteWindow) {
  for (let offset = 0; offset < bytes.size; ) {
    const element = await variableInteger(bytes, offset, { keepsMark: true })
    const size = await variableInteger(bytes, offset + element.width, { keepsMark: false })
    const start = offset + element.width + size.width
    const isOpenEnded = size.value === 2 ** (7 * size.width) - 1
    if (isOpenEnded && !mayBeOpenEnded.has(element.value)) throw notAudio('an element has no end')
    if (!isOpenEnded && start + size.value > bytes.size) throw notAudio('the file ends too early')
    if (offset === 0 && element.value !== elementId.header) throw notAudio('it is no WebM')
    if (element.value === elementId.segment && !isOpenEnded && start + size.value !== bytes.size) {
      throw notAudio('something else follows the audio')
    }
    if (opened.has(element.value)) offset = start
    else {
      // Only numbers are read completely, and none is longer.
      yield { element: element.value, start, length: Math.min(size.value, 64) }
      offset = start + size.value
    }
  }
}

/** A number whose leading zeros encode its length in bytes (RFC 8794, 4); ids keep the marker bit after the zeros. */
async function variableInteger(bytes: ByteWindow, offset: number, { keepsMark }: { keepsMark: boolean }) {
  const first = (await bytes.read(offset, 1)).readUInt8(0)
  const width = Math.clz32(first) - 23
  if (width > 8) throw notAudio('an element has no id or no length')
  const rest = await bytes.read(offset, width)
  return { width, value: toNumber(rest.subarray(1), keepsMark ? first : first & (0xff >>> width)) }
}

const toNumber = (bytes: Buffer, first = 0): number => bytes.reduce((sum, byte) => sum * 256 + byte, first)

function float(bytes: Buffer): number {
  const value = bytes.length === 4 ? bytes.readFloatBE(0) : bytes.length === 8 ? bytes.readDoubleBE(0) : 0
  return Number.isFinite(value) && value > 0 ? value : 0
}
