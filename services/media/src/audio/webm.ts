import type { ByteWindow } from './byte-window.ts'
import { type Container, text } from './container.ts'
import { notAudio } from './errors.ts'

/** Elements by their ids (RFC 9559, 5). */
const id = {
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
/** Those that we look into. Recordings leave open how long the outer ones are, so all are read as one row. */
const opened: ReadonlySet<number> = new Set([
  id.header,
  id.segment,
  id.info,
  id.tracks,
  id.trackEntry,
  id.cluster,
  id.blockGroup,
])
const mayBeOpenEnded: ReadonlySet<number> = new Set([id.segment, id.cluster])
const audioTrack = 2

/** WebM with audio alone: elements, each with its length. */
export const webm: Container = {
  mimeType: 'audio/webm',
  extension: 'webm',
  recognizes: (head) => head.length >= 4 && head.readUInt32BE(0) === id.header,
  measure: async (bytes) => {
    const found = { docType: '', scale: 1_000_000, duration: 0, tracks: 0, cluster: 0, last: 0, blocks: 0 }
    for await (const { element, start, length } of elements(bytes)) {
      const number = async () => toNumber(await bytes.read(start, Math.min(length, 8)))
      if (element === id.docType)
        found.docType = text(await bytes.read(start, Math.min(length, 16)), 0, length)
      if (element === id.timestampScale) found.scale = await number()
      if (element === id.duration) found.duration = float(await bytes.read(start, length))
      if (element === id.timestamp) found.cluster = await number()
      if (element === id.trackType) {
        if ((await number()) !== audioTrack) throw notAudio('it has more than sound')
        found.tracks += 1
      }
      if (element !== id.simpleBlock && element !== id.block) continue
      found.blocks += 1
      found.last = found.cluster + (await bytes.read(start, 3)).readInt16BE(1)
    }
    if (found.docType !== 'webm') throw notAudio('it is no WebM')
    if (found.tracks === 0 || found.blocks === 0) throw notAudio('there is no sound in it')
    // A recording doesn't know its duration when it begins: then it is known to its last block.
    return ((found.duration || found.last) * found.scale) / 1e9
  },
}

/** Everything that is not looked into, in the order of the file, up to its very end. */
async function* elements(bytes: ByteWindow) {
  for (let offset = 0; offset < bytes.size; ) {
    const element = await variableInteger(bytes, offset, { keepsMark: true })
    const size = await variableInteger(bytes, offset + element.width, { keepsMark: false })
    const start = offset + element.width + size.width
    const isOpenEnded = size.value === 2 ** (7 * size.width) - 1
    if (isOpenEnded && !mayBeOpenEnded.has(element.value)) throw notAudio('an element has no end')
    if (!isOpenEnded && start + size.value > bytes.size) throw notAudio('the file ends too early')
    if (offset === 0 && element.value !== id.header) throw notAudio('it is no WebM')
    if (element.value === id.segment && !isOpenEnded && start + size.value !== bytes.size) {
      throw notAudio('something else follows the audio')
    }
    if (opened.has(element.value)) offset = start
    else {
      // Of numbers, which alone are read whole, none is longer.
      yield { element: element.value, start, length: Math.min(size.value, 64) }
      offset = start + size.value
    }
  }
}

/** A number whose leading zeros say how many bytes it has (RFC 8794, 4); ids keep the mark behind the zeros. */
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
