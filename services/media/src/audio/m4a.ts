import type { ByteWindow } from './byte-window.ts'
import { type Container, text } from './container.ts'
import { notAudio } from './errors.ts'

interface Box {
  type: string
  /** Of what is in it. */
  start: number
  end: number
}

/** Tracks that a file of audio may have: sound, and the titles of its chapters. */
const handlers: ReadonlySet<string> = new Set(['soun', 'text', 'sbtl'])

/** MPEG-4 (ISO 14496-12) without pictures that move: boxes, each with its length. */
export const m4a: Container = {
  mimeType: 'audio/mp4',
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

/** The header of the whole has 32 bits or 64, by its version; 0 where fragments follow that say it. */
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
