import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { basename, join } from 'node:path'
import { type AudioMessage, audioMessage, mediaSubjects } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type MediaService,
  questionMessage,
  type Reply,
  startMediaService,
} from '../testing/media-service.ts'
import { mp3File, wavFile, wavOfSize } from '../testing/sounds.ts'

let media: MediaService
let published: AudioMessage[]
beforeAll(async () => {
  media = await startMediaService()
  published = []
  const connection = await media.nats.connection
  connection.subscribe(mediaSubjects.audio, {
    callback: (_error, message) => void published.push(audioMessage.parse(message.json())),
  })
  await connection.flush()
})
afterAll(() => media.close())

const limit = 10_485_760
let seed = 1
const sound = (seconds = 0.1) => wavFile(seconds, { seed: seed++ })
const files = async () => (await readdir(media.folder)).filter((name) => !name.startsWith('.'))
const staged = () => readdir(`${media.folder}/.staging`)
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(media.url + path, { method, headers })
const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())
const publishedOf = (questionId: string) => published.filter(({ data }) => data.questionId === questionId)

describe('an upload', () => {
  test('is playable at its URL, and published', async () => {
    const questionId = await media.question()
    const bytes = sound()
    const { status, body } = await media.upload(bytes, questionId, { name: '../../passwd.exe' })
    expect(status).toBe(200)
    expect(body.message).toBe('Question audio uploaded successfully!')
    expect(body.url).toMatch(new RegExp(`^/api/audio/${questionId}/question/[0-9a-f]{64}\\.wav$`))
    const reply = await get(body.url)
    expect(reply.headers.get('content-type')).toBe('audio/wav')
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await bytesOf(reply)).equals(bytes)).toBe(true)
    await vi.waitUntil(() => publishedOf(questionId).length > 0)
    expect(publishedOf(questionId)).toMatchObject([
      {
        type: 'AudioAttached',
        data: {
          type: 'question',
          url: body.url,
          bytes: bytes.length,
          mimeType: 'audio/wav',
          durationSeconds: 0.1,
        },
      },
    ])
    expect(await staged()).toEqual([])
  })
  test('may be for the answer, and its form may start with the file', async () => {
    const { status, body } = await media.upload(mp3File(), await media.question(), {
      type: 'answer',
      name: 'a.txt',
      fileFirst: true,
    })
    expect([status, body.message]).toEqual([200, 'Answer audio uploaded successfully!'])
    expect((await get(body.url)).headers.get('content-type')).toBe('audio/mpeg')
  })
  test('stores the same bytes once for any number of questions, even concurrently', async () => {
    const before = (await files()).length
    const bytes = sound()
    const ids = await Promise.all(Array.from({ length: 8 }, () => media.question()))
    const replies = await Promise.all(ids.map((id) => media.upload(bytes, id)))
    expect(new Set(replies.map(({ body }) => body.url.split('/').at(-1))).size).toBe(1)
    expect((await files()).length).toBe(before + 1)
    await media.remove(replies[0]?.body.url ?? '')
    expect((await get(replies[0]?.body.url ?? '')).status).toBe(404)
    expect((await get(replies[1]?.body.url ?? '')).status).toBe(200)
  })
  test('accepts a question that only the bank knows of yet', async () => {
    const questionId = randomUUID()
    media.bank.know(questionMessage('QuestionRevised', questionId, 1))
    expect((await media.upload(sound(), questionId)).status).toBe(200)
  })
  test('replaces the previous audio', async () => {
    const questionId = await media.question()
    const first = await media.upload(sound(), questionId)
    const second = await media.upload(sound(), questionId)
    expect((await get(first.body.url)).status).toBe(404)
    expect((await get(second.body.url)).status).toBe(200)
  })
  test('returns the first response when repeated with its Idempotency-Key, and changes nothing', async () => {
    const questionId = await media.question()
    const [bytes, key] = [sound(), randomUUID()]
    const replies = await Promise.all([1, 2, 3].map(() => media.upload(bytes, questionId, { key })))
    expect(new Set(replies.map(({ body }) => body.url)).size).toBe(1)
    const newer = await media.upload(sound(), questionId)
    const again = await media.upload(bytes, questionId, { key })
    expect(again.body.url).toBe(replies[0]?.body.url)
    expect((await get(newer.body.url)).status).toBe(200)
    const other = await media.upload(sound(), questionId, { key })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused'])
    await vi.waitUntil(() => publishedOf(questionId).length >= 2)
    expect(publishedOf(questionId)).toHaveLength(2)
  })
})

describe('rejects an upload', () => {
  const refused = async (bytes: Buffer, questionId: string, options = {}) => {
    const { status, body } = await media.upload(bytes, questionId, options)
    expect(await staged()).toEqual([])
    return [status, body.code, body.error]
  }
  test('of more than 10,485,760 bytes', async () => {
    const questionId = await media.question()
    expect((await media.upload(wavOfSize(limit), questionId)).status).toBe(200)
    const tooLarge = [413, 'audio_too_large', 'File size exceeds 10MB limit']
    expect(await refused(Buffer.concat([wavOfSize(limit), Buffer.alloc(1)]), questionId)).toEqual(tooLarge)
    for (const size of [12, 25]) {
      expect(await refused(Buffer.alloc(size * 1024 * 1024), questionId)).toEqual(tooLarge)
    }
  })
  test('of a file that isn’t audio, whatever its name', async () => {
    const questionId = await media.question()
    const notAudio = [415, 'invalid_audio', 'Invalid file type. Only audio files are allowed.']
    const page = Buffer.from('<!doctype html><script>alert(1)</script>')
    expect(await refused(page, questionId, { name: 'song.mp3' })).toEqual(notAudio)
    expect(await refused(Buffer.alloc(0), questionId)).toEqual(notAudio)
    expect(await refused(sound().subarray(0, -1), questionId)).toEqual(notAudio)
  })
  test('with a missing field', async () => {
    const questionId = await media.question()
    expect(await refused(sound(), '')).toEqual([
      400,
      'question_id_required',
      'Question ID is required for audio upload',
    ])
    expect(await refused(sound(), questionId, { type: 'both' })).toContain('invalid_request')
    expect(await refused(sound(), 'no-question')).toEqual([404, 'question_not_found', 'Question not found'])
    expect(await refused(sound(), randomUUID())).toEqual([404, 'question_not_found', 'Question not found'])
    const form = new FormData()
    form.append('questionId', questionId)
    form.append('type', 'question')
    const headers = { authorization: `Bearer ${media.adminToken}` }
    const reply = await fetch(`${media.url}/api/audio/upload`, { method: 'POST', body: form, headers })
    expect([reply.status, ((await reply.json()) as Reply).error]).toEqual([
      400,
      'Please select a question and audio file',
    ])
    const json = await fetch(`${media.url}/api/audio/upload`, {
      method: 'POST',
      body: '{}',
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect(json.status).toBe(415)
  })
  test('from anyone except an admin', async () => {
    expect(await refused(sound(), await media.question(), { as: 'learner' })).toContain(403)
  })
  test('that breaks off, leaves nothing behind and serves the next request', async () => {
    const before = await files()
    const half = httpRequest(`${media.url}/api/audio/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${media.adminToken}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000_000,
      },
    })
    half.on('error', () => {})
    half.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n')
    half.write(wavFile(10))
    await vi.waitUntil(async () => (await staged()).length > 0)
    half.destroy()
    await vi.waitUntil(async () => (await staged()).length === 0)
    expect(await files()).toEqual(before)
    const headers = {
      authorization: `Bearer ${media.adminToken}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\nRIFF'
    const broken = await fetch(`${media.url}/api/audio/upload`, { method: 'POST', body, headers })
    expect([broken.status, ((await broken.json()) as Reply).code]).toEqual([400, 'malformed_request'])
    expect(await staged()).toEqual([])
  })
})

describe('GET of an audio file', () => {
  let url: string
  const bytes = wavOfSize(1_000_000, 7)
  beforeAll(async () => {
    url = (await media.upload(bytes, await media.question())).body.url
  })
  const part = async (range: string, headers: Record<string, string> = {}) => {
    const reply = await get(url, { range, ...headers })
    return { reply, body: await bytesOf(reply) }
  }
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-', 0, 999_999],
    ['bytes=5-999', 5, 999],
    ['bytes=999999-', 999_999, 999_999],
    ['bytes=999000-2000000', 999_000, 999_999],
    ['bytes=-1', 999_999, 999_999],
    ['bytes=-2000000', 0, 999_999],
    ['bytes=0-10,5-20', 0, 20],
  ])('serves the range %s', async (range, start, end) => {
    const { reply, body } = await part(range)
    expect(reply.status).toBe(206)
    expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000000`)
    expect(reply.headers.get('content-length')).toBe(String(end - start + 1))
    expect(body.equals(bytes.subarray(start, end + 1))).toBe(true)
  })
  test('returns several ranges as one body', async () => {
    const { reply, body } = await part('bytes=0-3,100-103,-4')
    expect(reply.status).toBe(206)
    const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(
      reply.headers.get('content-type') ?? '',
    )?.[1]
    expect(Number(reply.headers.get('content-length'))).toBe(body.length)
    const parts = body.toString('latin1').split(`--${boundary}`)
    expect(parts).toHaveLength(5)
    expect(parts[1]).toBe('\r\ncontent-type: audio/wav\r\ncontent-range: bytes 0-3/1000000\r\n\r\nRIFF\r\n')
    expect(parts[4]).toBe('--\r\n')
  })
  test('ranges beyond the end are rejected, with the length of the file', async () => {
    for (const range of ['bytes=1000000-', 'bytes=-0', 'bytes=2000000-3000000']) {
      const { reply } = await part(range)
      expect(reply.status, range).toBe(416)
      expect(reply.headers.get('content-range')).toBe('bytes */1000000')
      expect(reply.headers.get('cache-control')).toBe('no-store')
    }
  })
  test('returns the whole file for invalid ranges', async () => {
    const { reply, body } = await part('bytes=b-a')
    expect([reply.status, body.length]).toEqual([200, 1_000_000])
  })
  test('sends all headers and no body for HEAD', async () => {
    const reply = await get(url, { range: 'bytes=0-1' }, 'HEAD')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-length')).toBe('1000000')
    expect(reply.headers.get('accept-ranges')).toBe('bytes')
    expect((await bytesOf(reply)).length).toBe(0)
  })
  test('returns 304 if the client has the file', async () => {
    const whole = await get(url)
    const etag = whole.headers.get('etag') ?? ''
    const date = whole.headers.get('last-modified') ?? ''
    const status = async (headers: Record<string, string>) => (await get(url, headers)).status
    expect(await status({ 'if-none-match': etag })).toBe(304)
    expect(await status({ 'if-none-match': `"other", W/${etag}` })).toBe(304)
    expect(await status({ 'if-none-match': '*' })).toBe(304)
    expect(await status({ 'if-none-match': '"other"', 'if-modified-since': date })).toBe(200)
    expect(await status({ 'if-modified-since': date })).toBe(304)
    expect(await status({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200)
    expect(await status({ range: 'bytes=0-1', 'if-range': etag })).toBe(206)
    expect(await status({ range: 'bytes=0-1', 'if-range': date })).toBe(206)
    expect(await status({ range: 'bytes=0-1', 'if-range': '"other"' })).toBe(200)
    expect(await status({ range: 'bytes=0-1', 'if-range': `W/${etag}` })).toBe(200)
    expect(await status({ range: 'bytes=0-1', 'if-none-match': etag })).toBe(304)
  })
  test('a failed If-Match or If-Unmodified-Since returns 412', async () => {
    const whole = await get(url)
    const etag = whole.headers.get('etag') ?? ''
    const date = whole.headers.get('last-modified') ?? ''
    const long = 'Thu, 01 Jan 1970 00:00:00 GMT'
    const status = async (headers: Record<string, string>) => (await get(url, headers)).status
    expect(await status({ 'if-match': `"other", ${etag}` })).toBe(200)
    expect(await status({ 'if-match': '*', 'if-unmodified-since': long })).toBe(200)
    expect(await status({ 'if-unmodified-since': date })).toBe(200)
    expect(await status({ 'if-unmodified-since': 'yesterday' })).toBe(200)
    expect(await status({ 'if-unmodified-since': long, range: 'bytes=0-1' })).toBe(412)
    expect(await status({ 'if-match': `W/${etag}` })).toBe(412)
    const refused = await get(url, { 'if-match': '"other"', 'if-none-match': etag })
    expect(refused.status).toBe(412)
    expect(await refused.json()).toMatchObject({ success: false, code: 'precondition_failed' })
    expect(refused.headers.has('cache-control')).toBe(false)
  })
  test('returns 404 for an unknown file, whatever its URL looks like', async () => {
    for (const path of [
      'x',
      'x/question/y',
      `${randomUUID()}/question/${'0'.repeat(64)}.wav`,
      '..%2f..%2fetc/a/b',
    ]) {
      expect((await get(`/api/audio/${path}`)).status, path).toBe(404)
    }
  })
  test('returns an uncached server error for a file missing in the storage', async () => {
    const { body } = await media.upload(sound(), await media.question())
    await rm(join(media.folder, basename(body.url)))
    for (const headers of [{}, { range: 'bytes=0-9' }]) {
      const reply = await get(body.url, headers)
      expect(reply.status).toBe(500)
      expect(await reply.json()).toMatchObject({ success: false, code: 'internal' })
      const kept = ['cache-control', 'etag', 'last-modified', 'content-range']
      expect(kept.filter((name) => reply.headers.has(name))).toEqual([])
    }
  })

  test('stops reading when the client disconnects', async () => {
    const controller = new AbortController()
    const reply = await fetch(media.url + url, { signal: controller.signal })
    await reply.body?.getReader().read()
    controller.abort()
    expect((await part('bytes=0-0')).reply.status).toBe(206)
  })
})

describe('DELETE of an audio file', () => {
  test('removes the audio immediately, and publishes it once', async () => {
    const questionId = await media.question()
    const { body } = await media.upload(sound(), questionId)
    const removed = await media.remove(body.url)
    expect([removed.status, removed.body.message]).toEqual([200, 'Audio file deleted successfully!'])
    expect((await get(body.url)).status).toBe(404)
    expect((await media.remove(body.url)).status).toBe(404)
    await vi.waitUntil(() => publishedOf(questionId).length >= 2)
    const [attached, detached] = publishedOf(questionId)
    expect([attached?.type, detached?.type]).toEqual(['AudioAttached', 'AudioDetached'])
    expect(detached?.data.revision).toBeGreaterThan(attached?.data.revision ?? 0)
  })
  test('returns the first response when repeated with its Idempotency-Key, which can’t be used for another file', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [first, other] = await Promise.all([
      media.upload(sound(), await media.question()),
      media.upload(sound(), await media.question()),
    ])
    const removed = await media.remove(first.body.url, key)
    expect(removed.status).toBe(200)
    expect(await media.remove(first.body.url, key)).toEqual(removed)
    expect(await media.remove(other.body.url, key)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect((await get(other.body.url)).status).toBe(200)
  })
  test('returns 404 for a URL that isn’t a stored file’s', async () => {
    for (const url of [
      '',
      'https://elsewhere.example/a.wav',
      '/api/audio/x',
      '/api/audio/../../etc/passwd',
    ]) {
      const { status, body } = await media.remove(url)
      expect([status, body.code], url).toEqual([404, 'audio_not_found'])
    }
  })
})

test('hides the audio of a deleted question, and serves it again when the question is restored', async () => {
  const questionId = await media.question()
  const { body } = await media.upload(sound(), questionId)
  await media.publishQuestion('QuestionDeleted', questionId, 2)
  await vi.waitUntil(async () => (await get(body.url)).status === 404)
  expect((await media.upload(sound(), questionId)).status).toBe(404)
  await media.publishQuestion('QuestionRevised', questionId, 3)
  await vi.waitUntil(async () => (await get(body.url)).status === 200)
  // The event is delivered again, late.
  await media.publishQuestion('QuestionDeleted', questionId, 2)
  const other = await media.question()
  expect((await media.upload(sound(), other)).status).toBe(200)
  expect((await get(body.url)).status).toBe(200)
})

test('one replica serves what another has stored', async () => {
  const { body } = await media.upload(sound(), await media.question())
  const other = await media.replica()
  expect((await fetch(other + body.url)).status).toBe(200)
})

test('one replica serves ranges of what another has stored in the object store of NATS', async () => {
  const service = await startMediaService('nats')
  try {
    const bytes = wavOfSize(1_000_000, 9)
    const { status, body } = await service.upload(bytes, await service.question())
    expect(status).toBe(200)
    const other = await service.replica()
    const reply = await fetch(other + body.url, { headers: { range: 'bytes=300000-300999' } })
    expect(reply.status).toBe(206)
    expect((await bytesOf(reply)).equals(bytes.subarray(300_000, 301_000))).toBe(true)
    expect((await readdir(service.folder)).filter((name) => !name.startsWith('.'))).toEqual([])
  } finally {
    await service.close()
  }
})
