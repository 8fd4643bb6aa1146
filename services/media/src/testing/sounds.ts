/** Generates small sound files, from a tenth of a second to a second of silence, in each of the accepted formats. */

const ascii = (text: string) => Buffer.from(text, 'latin1')
const u16 = (value: number) => bytesOf(2, (it) => it.writeUInt16LE(value))
const u32 = (value: number) => bytesOf(4, (it) => it.writeUInt32LE(value))
const big32 = (value: number) => bytesOf(4, (it) => it.writeUInt32BE(value))
const join = (...parts: readonly Buffer[]) => Buffer.concat(parts)

function bytesOf(length: number, write: (buffer: Buffer) => void): Buffer {
  const buffer = Buffer.alloc(length)
  write(buffer)
  return buffer
}

/** One channel of 16 bits. `seed` makes the bytes differ from those of other files. */
export function wavFile(seconds: number, { rate = 8_000, seed = 0 } = {}): Buffer {
  const audio = Buffer.alloc(Math.round(seconds * rate) * 2, seed)
  const format = join(u16(1), u16(1), u32(rate), u32(rate * 2), u16(2), u16(16))
  const chunks = join(ascii('WAVEfmt '), u32(16), format, ascii('data'), u32(audio.length), audio)
  return join(ascii('RIFF'), u32(chunks.length), chunks)
}

/** A WAV file of exactly this many bytes. */
export function wavOfSize(bytes: number, seed = 0): Buffer {
  const file = wavFile((bytes - 44) / 16_000, { seed })
  if (file.length !== bytes) throw new Error('only even sizes')
  return file
}

/** Frames of MPEG 1, layer III, 128 kbit/s, 44,100 Hz, after a tag. */
export function mp3File(frames = 10, { tag = ascii('TIT2\0\0\0\u0002\0\0\0a') } = {}): Buffer {
  const frame = join(Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413))
  const size = tag.length
  const header = Buffer.from([
    0x49,
    0x44,
    0x33,
    3,
    0,
    0,
    size >> 21,
    (size >> 14) & 127,
    (size >> 7) & 127,
    size & 127,
  ])
  return join(header, tag, ...Array.from({ length: frames }, () => frame))
}

/** Frames of AAC LC in ADTS, mono, 44,100 Hz. */
export function aacFile(frames = 10): Buffer {
  const length = 7 + 6
  const header = [
    0xff,
    0xf1,
    0x50,
    0x40 | (length >> 11),
    (length >> 3) & 255,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]
  const frame = join(Buffer.from(header), Buffer.from([0x01, 0x18, 0x20, 0x07, 0, 0]))
  return join(...Array.from({ length: frames }, () => frame))
}

/** A stream of Opus: head, tags, and a page of 20 ms packets. */
export function oggFile(packets = 50): Buffer {
  const head = join(ascii('OpusHead'), Buffer.from([1, 1]), u16(312), u32(48_000), u16(0), Buffer.from([0]))
  const tags = join(ascii('OpusTags'), u32(4), ascii('test'), u32(0))
  const packet = Buffer.from([0xf8, 0xff, 0xfe])
  const audio = Array.from({ length: packets }, () => packet)
  return join(page(0, 2, 0, [head]), page(1, 0, 0, [tags]), page(2, 4, packets * 960, audio))
}

function page(sequence: number, flags: number, granule: number, packets: readonly Buffer[]): Buffer {
  const header = join(
    ascii('OggS'),
    Buffer.from([0, flags]),
    bytesOf(8, (it) => it.writeBigInt64LE(BigInt(granule))),
    u32(7),
    u32(sequence),
    u32(0),
    Buffer.from([packets.length, ...packets.map((packet) => packet.length)]),
  )
  const whole = join(header, ...packets)
  whole.writeUInt32LE(checksum(whole), 22)
  return whole
}

/** The CRC of RFC 3533, section 6. */
function checksum(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x80000000 ? 0x04c11db7 : 0)
  }
  return crc >>> 0
}

const box = (type: string, ...parts: readonly Buffer[]) => {
  const body = join(...parts)
  return join(big32(body.length + 8), ascii(type), body)
}

/** @param handler of the only track: `soun` for sound, `vide` for video */
export function m4aFile({ handler = 'soun', seconds = 2 } = {}): Buffer {
  const mvhd = box('mvhd', Buffer.alloc(12), big32(1_000), big32(seconds * 1_000), Buffer.alloc(80))
  const hdlr = box('hdlr', Buffer.alloc(8), ascii(handler), Buffer.alloc(13))
  const moov = box('moov', mvhd, box('trak', box('mdia', hdlr)))
  return join(box('ftyp', ascii('M4A '), big32(0), ascii('M4A isom')), moov, box('mdat', Buffer.alloc(64, 1)))
}

const element = (id: string, ...parts: readonly Buffer[]) => {
  const body = join(...parts)
  return join(
    Buffer.from(id, 'hex'),
    Buffer.from([0x10 | (body.length >> 24)]),
    big32(body.length).subarray(1),
    body,
  )
}
const openElement = (id: string, ...parts: readonly Buffer[]) =>
  join(Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex'), ...parts)

/** A recording as made by a browser, without lengths or a duration. @param track 2 for audio, 1 for video */
export function webmFile({ track = 2, docType = 'webm' } = {}): Buffer {
  const block = (at: number) => element('a3', Buffer.from([0x81, at >> 8, at & 255, 0x80, 0xf8, 0xff, 0xfe]))
  return join(
    element('1a45dfa3', element('4286', Buffer.from([1])), element('4282', ascii(docType))),
    openElement(
      '18538067',
      element('1549a966', element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40]))),
      element(
        '1654ae6b',
        element(
          'ae',
          element('d7', Buffer.from([1])),
          element('83', Buffer.from([track])),
          element('86', ascii('A_OPUS')),
        ),
      ),
      openElement('1f43b675', element('e7', Buffer.from([0])), block(0), block(20), block(500)),
      openElement('1f43b675', element('e7', Buffer.from([0x03, 0xe8])), block(0), block(20)),
    ),
  )
}

/** An empty archive: the record at the end of every zip. */
export const zipEnd = join(ascii('PK\u0005\u0006'), Buffer.alloc(18))
