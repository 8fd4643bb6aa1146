import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Question } from '@rehearse/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'
import { refused } from '../testing/questions-service.ts'

const key = 'sk-speech'
/** Beginnings of files: what follows doesn't matter here. */
const bytes = (...head: (number | string)[]) =>
  Buffer.concat([
    ...head.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]))),
    Buffer.alloc(64),
  ])
const webm = bytes(0x1a, 0x45, 0xdf, 0xa3)
const mp3 = bytes('ID3')

interface Sent {
  path: string
  type: string
  authorization: string
  body: Buffer
}
const sent: Sent[] = []
let answer: (reply: ServerResponse) => void
let host: Server
let service: FilledService
let question: Question

const json = (status: number, body: unknown) => (reply: ServerResponse) =>
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

beforeAll(async () => {
  host = createServer(async (request: IncomingMessage, reply) => {
    sent.push({
      path: request.url ?? '',
      type: request.headers['content-type'] ?? '',
      authorization: request.headers.authorization ?? '',
      body: await buffer(request),
    })
    answer(reply)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  service = await startFilledService('interview_speech', {
    env: {
      SPEECH_BASE_URL: `http://127.0.0.1:${(host.address() as AddressInfo).port}/v1/`,
      SPEECH_API_KEY: key,
      SPEECH_TRANSCRIPTION_MODEL: 'hears',
      SPEECH_MODEL: 'speaks',
      SPEECH_CONCURRENCY: '2',
    },
  })
  question = await service.create({
    title: 'Why is typeof null an object?',
    explanation:
      'A tag of 0.\n\n**Checklist**\n\n- Names the tag\n  > Which other tags were there?\n- Names the history',
  })
})
afterAll(async () => {
  await service?.close()
  host?.closeAllConnections()
  host?.close()
})
beforeEach(() => {
  sent.length = 0
  answer = json(200, { text: ' They share i. ' })
})

const transcribe = (audio: Buffer | string, changes: object = {}) =>
  service.call('POST /api/interviews/transcriptions', {
    as: 'learner',
    body: { audio: typeof audio === 'string' ? audio : audio.toString('base64'), language: 'en', ...changes },
  })
const read = (changes: object = {}) =>
  service.call('POST /api/interviews/speech', {
    as: 'learner',
    body: { subject: { kind: 'question', id: question.id }, ...changes },
  })

describe('a recorded answer', () => {
  test.each([
    ['WebM', webm, 'answer.webm'],
    ['Ogg', bytes('OggS'), 'answer.ogg'],
    ['WAV', bytes('RIFF', 'size', 'WAVE'), 'answer.wav'],
    ['MP4', bytes('size', 'ftyp'), 'answer.mp4'],
    ['MP3', bytes(0xff, 0xfb), 'answer.mp3'],
  ])('in %s becomes text', async (_format, audio, name) => {
    expect((await transcribe(audio)).body).toEqual({ success: true, text: 'They share i.' })
    const [request] = sent
    expect([request?.path, request?.authorization]).toEqual(['/v1/audio/transcriptions', `Bearer ${key}`])
    const form = request?.body.toString('latin1') ?? ''
    for (const part of [name, 'hears', audio.toString('latin1')]) expect(form).toContain(part)
  })

  test.each([
    ['text', Buffer.from('<html>nothing to hear</html>')],
    ['a picture', bytes(0x89, 'PNG\r\n\u001a\n')],
    ['AAC frames, which browsers don’t record', bytes(0xff, 0xf1)],
    ['a few bytes', Buffer.from('OggS')],
  ])('that is %s is rejected, and not sent', async (_what, audio) => {
    expect(await transcribe(audio)).toMatchObject(refused(400, 'not_audio'))
    expect(sent).toEqual([])
  })

  test('is limited in size, and needs an account', async () => {
    const large = Buffer.concat([webm, Buffer.alloc(2_000_000)])
    expect((await transcribe(large)).status).toBeGreaterThanOrEqual(400)
    expect((await transcribe('not base64!')).status).toBe(400)
    const visitor = await service.call('POST /api/interviews/transcriptions', {
      body: { audio: webm.toString('base64'), language: 'en' },
    })
    expect(visitor.status).toBe(401)
    expect(sent).toEqual([])
  })

  test.each([
    ['an error', json(500, { error: key })],
    ['something else', json(200, { words: [] })],
    ['no JSON', (reply: ServerResponse) => reply.end('hello')],
    ['a redirect', (reply: ServerResponse) => reply.writeHead(307, { location: '/elsewhere' }).end()],
    ['too much', json(200, { text: 'a'.repeat(400_000) })],
  ])('reports that it got %s', async (_what, given) => {
    answer = given
    const reply = await transcribe(webm)
    expect(reply).toMatchObject(refused(503, 'speech_unavailable'))
    expect(reply.text).not.toContain(key)
  })

  test('waits in no queue: a third one at the same time has to try again', async () => {
    const waiting: (() => void)[] = []
    answer = (reply) => waiting.push(() => json(200, { text: 'x' })(reply))
    const first = [transcribe(webm), transcribe(webm)]
    await expect.poll(() => waiting.length).toBe(2)
    expect(await transcribe(webm)).toMatchObject(refused(503, 'speech_busy'))
    for (const goOn of waiting) goOn()
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('a question read aloud', () => {
  beforeEach(() => {
    answer = (reply) => reply.end(mp3)
  })
  const input = () => JSON.parse(sent[0]?.body.toString('utf8') ?? '{}').input as string

  test('is worded by the server: the question, or a follow-up of its checklist', async () => {
    expect((await read()).body).toEqual({ success: true, audio: mp3.toString('base64'), type: 'audio/mpeg' })
    expect(input()).toBe(`${question.title}\n${question.content}`)
    sent.length = 0
    expect((await read({ followUp: 0 })).status).toBe(200)
    expect(input()).toBe('Which other tags were there?')
    expect(await read({ followUp: 1 })).toMatchObject(refused(404, 'follow_up_not_found'))
    expect(await read({ followUp: 7 })).toMatchObject(refused(404, 'follow_up_not_found'))
    expect((await read({ text: 'Read this instead.', subject: undefined })).status).toBe(400)
  })

  test('is sent only if the endpoint returned audio', async () => {
    answer = (reply) => reply.end('<html>Sign in</html>')
    expect(await read()).toMatchObject(refused(503, 'speech_unavailable'))
  })
})

test('is shown with its host, and absent unless it is configured', async () => {
  const { body } = await service.call('GET /api/interviews/interviewer')
  const { port } = host.address() as AddressInfo
  expect(body).toMatchObject({ speech: { host: `127.0.0.1:${port}`, transcribes: true, reads: true } })
  const bare = await startFilledService('interview_speech_bare')
  try {
    const reply = await bare.call('POST /api/interviews/transcriptions', {
      as: 'learner',
      body: { audio: webm.toString('base64'), language: 'en' },
    })
    expect(reply).toMatchObject(refused(404, 'speech_not_configured'))
  } finally {
    await bare.close()
  }
})
