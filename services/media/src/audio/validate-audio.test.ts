import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseBuffer } from 'music-metadata'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aacFile, m4aFile, mp3File, oggFile, wavFile, webmFile, zipEnd } from '../testing/sounds.ts'
import { validateAudio } from './validate-audio.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rehearse-audio-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function validate(bytes: Buffer) {
  const path = join(folder, randomUUID())
  await writeFile(path, bytes)
  return validateAudio(path)
}
const codeOf = (bytes: Buffer) =>
  validate(bytes).then(
    (facts) => facts.mimeType,
    (error) => error.code,
  )

const files = {
  wav: { bytes: wavFile(0.5), mimeType: 'audio/wav', durationSeconds: 0.5 },
  mp3: { bytes: mp3File(10), mimeType: 'audio/mpeg', durationSeconds: 0.261 },
  aac: { bytes: aacFile(10), mimeType: 'audio/aac', durationSeconds: 0.232 },
  ogg: { bytes: oggFile(50), mimeType: 'audio/ogg', durationSeconds: 0.994 },
  m4a: { bytes: m4aFile(), mimeType: 'audio/mp4', durationSeconds: 2 },
  webm: { bytes: webmFile(), mimeType: 'audio/webm', durationSeconds: 1.02 },
}
const kinds = Object.entries(files)

describe.each(kinds)('%s', (extension, { bytes, ...facts }) => {
  test('is recognized by its bytes, with its duration', async () => {
    expect(await validate(bytes)).toEqual({ extension, ...facts })
  })
  test('is rejected when cut off anywhere', async () => {
    const step = Math.max(1, Math.floor(bytes.length / 97))
    for (let length = 0; length < bytes.length; length += step) {
      const cut = bytes.subarray(0, length)
      // A file cut between frames is complete, and a recording may end after any of its blocks.
      if (await isRepaired(extension, cut)) continue
      expect(await codeOf(cut), `${length} of ${bytes.length} bytes`).toBe('invalid_audio')
    }
  })
  test('is rejected with trailing bytes', async () => {
    for (const more of [
      zipEnd,
      Buffer.from('<script>alert(1)</script>'),
      Buffer.alloc(1),
      Buffer.alloc(512),
    ]) {
      expect(await codeOf(Buffer.concat([bytes, more]))).toBe('invalid_audio')
    }
  })
  test('is rejected with leading bytes', async () => {
    for (const more of [Buffer.from('<!doctype html>'), Buffer.from('%PDF-1.7\n'), Buffer.from('GIF89a')]) {
      expect(await codeOf(Buffer.concat([more, bytes]))).toBe('invalid_audio')
    }
  })
  test('is rejected or still audio with any byte changed, and never causes a server error', async () => {
    for (let at = 0; at < Math.min(bytes.length, 400); at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      expect(await codeOf(changed)).toMatch(/^(audio\/\w+|(invalid|unsupported)_audio)$/)
    }
  })
})

async function isRepaired(extension: string, cut: Buffer): Promise<boolean> {
  if (!['mp3', 'aac', 'webm'].includes(extension)) return false
  const rest = { mp3: (cut.length - 22) % 417, aac: cut.length % 13, webm: 0 }[extension]
  return rest === 0 && (await codeOf(cut)) !== 'invalid_audio'
}

test.each(kinds.filter(([kind]) => ['wav', 'mp3', 'ogg'].includes(kind)))(
  'finds the same duration of %s as a library',
  async (_kind, { bytes, mimeType, durationSeconds }) => {
    const { format } = await parseBuffer(bytes, { mimeType }, { duration: true })
    expect(format.duration).toBeCloseTo(durationSeconds, 1)
  },
)

test('rejects a file that isn’t audio', async () => {
  const others = {
    empty: Buffer.alloc(0),
    page: Buffer.from('<!doctype html><script>alert(1)</script>'),
    archive: Buffer.from('PK\u0003\u0004 and so on', 'latin1'),
    picture: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    zeros: Buffer.alloc(5_000),
    film: m4aFile({ handler: 'vide' }),
    'film in WebM': webmFile({ track: 1 }),
    matroska: webmFile({ docType: 'matroska' }),
    'a tag alone': mp3File(0),
    'silence without samples': wavFile(0),
  }
  for (const [name, bytes] of Object.entries(others)) expect(await codeOf(bytes), name).toBe('invalid_audio')
})

test('rejects audio that not every browser plays, and lists the supported formats', async () => {
  const flac = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(50)])
  await expect(validate(flac)).rejects.toMatchObject({
    code: 'unsupported_audio',
    message: 'File type not supported. Please use MP3, WAV, OGG, M4A, AAC, or WebM',
  })
})

test('rejects a polyglot file', async () => {
  const archive = Buffer.concat([Buffer.from('COMM'), zipEnd])
  expect(await codeOf(mp3File(10, { tag: archive }))).toBe('invalid_audio')
  expect(await codeOf(mp3File(10, { tag: Buffer.from('<html><script>') }))).toBe('invalid_audio')
  const chunk = Buffer.concat([Buffer.from('JUNK'), Buffer.from([22, 0, 0, 0]), zipEnd])
  const wav = Buffer.concat([wavFile(0.5), chunk])
  wav.writeUInt32LE(wav.length - 8, 4)
  expect(await codeOf(wav)).toBe('invalid_audio')
})
