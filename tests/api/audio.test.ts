import { randomUUID } from 'node:crypto'
import type { Question } from '@rehearse/contracts'
import { sound } from '@rehearse/testing/sound'
import { beforeAll, expect, inject, test } from 'vitest'
import { type Call, superAdmin, visitor } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

const { url } = inject('platform')
let admin: Call
beforeAll(async () => {
  admin = await superAdmin()
})

function form(file: Uint8Array<ArrayBuffer>, questionId: string, type = 'question'): FormData {
  const body = new FormData()
  body.append('questionId', questionId)
  body.append('type', type)
  body.append('file', new Blob([file]), 'sound.mp3')
  return body
}
const upload = (call: Call, body: FormData, headers: Record<string, string> = {}) =>
  call<{ url: string; message: string; error: string }>('/api/audio/upload', { body, headers })
const shown = async (id: string) =>
  (await visitor<{ data: Question }>(`/api/questions/unified/${id}`)).body.data
const play = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url + path, { method, headers })

test('audio that an admin uploads plays for everyone, in full and by range, until it is deleted', async () => {
  const { id } = await newQuestion()
  const bytes = sound()
  const uploaded = await upload(admin, form(bytes, id))
  expect([uploaded.status, uploaded.body.message]).toEqual([200, 'Question audio uploaded successfully!'])
  const audio = uploaded.body.url
  await expect.poll(async () => (await shown(id)).audioQuestion).toBe(audio)

  const whole = await play(audio)
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  expect(whole.headers.get('content-type')).toBe('audio/wav')
  expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(whole.headers.get('x-content-type-options')).toBe('nosniff')
  const part = await play(audio, { range: 'bytes=100-199' })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/16044'])
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)
  expect((await play(audio, { range: 'bytes=20000-' })).status).toBe(416)
  const several = await play(audio, { range: 'bytes=0-1,5-6' })
  expect(several.headers.get('content-type')).toMatch(/^multipart\/byteranges/)
  expect((await play(audio, { 'if-none-match': whole.headers.get('etag') ?? '' })).status).toBe(304)
  const head = await play(audio, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '16044'])

  const removed = await admin('/api/audio/upload', { method: 'DELETE', body: { audioUrl: audio } })
  expect(removed.status).toBe(200)
  expect((await play(audio)).status).toBe(404)
  await expect.poll(async () => (await shown(id)).audioQuestion).toBeNull()
})

test('the explanation has its own audio, and a repeated upload with the same key changes nothing', async () => {
  const { id } = await newQuestion()
  const [bytes, key] = [sound(), randomUUID()]
  const first = await upload(admin, form(bytes, id, 'answer'), { 'idempotency-key': key })
  const second = await upload(admin, form(bytes, id, 'answer'), { 'idempotency-key': key })
  expect(first.body.message).toBe('Answer audio uploaded successfully!')
  expect(second.body).toEqual(first.body)
  await expect.poll(async () => (await shown(id)).audioAnswer).toBe(first.body.url)
})

test('a deleted question that is restored in time has its audio again', async () => {
  const { id } = await newQuestion()
  const { body } = await upload(admin, form(sound(), id))
  await expect.poll(async () => (await shown(id)).audioQuestion).toBe(body.url)
  await admin(`/api/questions/unified/${id}`, { method: 'DELETE' })
  await expect.poll(async () => (await play(body.url)).status).toBe(404)
  await admin(`/api/questions/unified/${id}/restore`, { method: 'POST' })
  await expect.poll(async () => (await play(body.url)).status).toBe(200)
  expect((await shown(id)).audioQuestion).toBe(body.url)
})

test("a file that isn't audio, is too large, or has no question is rejected with the documented message", async () => {
  const { id } = await newQuestion()
  const refused = async (body: FormData) => {
    const reply = await upload(admin, body)
    return [reply.status, reply.body.error]
  }
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  expect(await refused(form(page, id))).toEqual([415, 'Invalid file type. Only audio files are allowed.'])
  expect(await refused(form(sound(), ''))).toEqual([400, 'Question ID is required for audio upload'])
  expect(await refused(form(sound(), randomUUID()))).toEqual([404, 'Question not found'])
  expect(await refused(form(sound(10_485_762), id))).toEqual([413, 'File size exceeds 10MB limit'])
  expect((await upload(admin, form(sound(10_485_760), id))).status).toBe(200)
  const far = await upload(admin, form(Buffer.alloc(12 * 1024 * 1024), id))
  expect(far.status).toBe(413)
})
