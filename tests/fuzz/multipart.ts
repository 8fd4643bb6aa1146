import { fittingValue, type Ids } from './fitting-value.ts'
import { hostileStrings } from './hostile-values.ts'
import type { Schema } from './operations.ts'
import type { RandomSource } from './random-source.ts'

interface Part {
  disposition: string
  type?: string
  content: Buffer
}

const boundary = 'between-the-parts'
const type = `multipart/form-data; boundary=${boundary}`

/** A second of silence: the smallest valid audio file. */
const sound = (() => {
  const samples = 8_000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(samples, 24)
  head.writeUInt32LE(samples, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
})()

/** A form as documented. */
export function multipart(schema: Schema, random: RandomSource, ids: Ids): { type: string; body: Buffer } {
  return { type, body: joined(partsOf(schema, random, ids)) }
}

/** A form that is malformed, or has unexpected content. */
export function brokenMultipart(
  schema: Schema,
  random: RandomSource,
  ids: Ids,
): { type: string; body: Buffer } {
  const parts = partsOf(schema, random, ids)
  const whole = joined(parts)
  const nasty = random.pick(hostileStrings())
  const file = (name: string, content: Buffer): Part => ({
    disposition: `form-data; name="file"; filename="${name}"`,
    content,
  })
  const ways: (() => { type?: string; body: Buffer })[] = [
    () => ({ body: whole.subarray(0, random.below(whole.length)) }),
    () => ({ body: Buffer.alloc(0) }),
    () => ({ type: 'multipart/form-data', body: whole }),
    () => ({ type: 'multipart/form-data; boundary=', body: whole }),
    () => ({ type: 'multipart/form-data; boundary=another', body: whole }),
    () => ({ type: `multipart/form-data; boundary=${'b'.repeat(500)}`, body: whole }),
    () => ({ body: joined([...parts, ...parts]) }),
    () => ({ body: joined(parts.filter((_, at) => at !== random.below(parts.length))) }),
    () => ({ body: joined([file('../../../../tmp/owned.mp3', sound), ...parts.slice(1)]) }),
    () => ({ body: joined([file(nasty, sound), ...parts.slice(1)]) }),
    () => ({ body: joined([file('empty.mp3', Buffer.alloc(0)), ...parts.slice(1)]) }),
    () => ({ body: joined([file('half.wav', sound.subarray(0, random.below(60))), ...parts.slice(1)]) }),
    () => ({ body: joined([file('page.mp3', Buffer.from('<script>alert(1)</script>')), ...parts.slice(1)]) }),
    () => ({ body: joined([{ disposition: 'form-data', content: sound }, ...parts]) }),
    () => ({ body: joined([field('__proto__', 'x'), field('constructor', nasty), ...parts]) }),
    () => ({ body: joined([...parts.slice(0, 1), ...parts.slice(1).map(() => field('questionId', nasty))]) }),
    () => ({ body: joined(Array.from({ length: 2_000 }, (_, at) => field(`field${at}`, 'x'))) }),
    () => ({ body: joined([{ disposition: `form-data; name="${'n'.repeat(100_000)}"`, content: sound }]) }),
    () => ({ body: Buffer.concat([Buffer.from('no boundary yet '), whole, Buffer.from('and more')]) }),
    () => ({ body: Buffer.from(whole.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') }),
  ]
  return { type, ...random.pick(ways)() }
}

function partsOf(schema: Schema, random: RandomSource, ids: Ids): Part[] {
  return Object.entries(schema.properties ?? {}).map(([name, inner]) =>
    name === 'file'
      ? {
          disposition: `form-data; name="file"; filename="sound.wav"`,
          type: 'audio/wav',
          content: sound,
        }
      : field(name, String(fittingValue(inner, random, ids))),
  )
}

const field = (name: string, value: string): Part => ({
  disposition: `form-data; name="${name}"`,
  content: Buffer.from(value),
})

function joined(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ disposition, type: ofPart, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: ${disposition}\r\n${ofPart ? `content-type: ${ofPart}\r\n` : ''}\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}
