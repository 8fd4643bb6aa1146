import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

let gateway: RunningGateway
let admin: string
beforeAll(async () => {
  gateway = await startGateway()
  admin = await gateway.identity.token('admin')
})
afterAll(() => gateway?.close())

const long = { success: true, words: 'again and '.repeat(200) }
const ask = async (method: 'GET' | 'PUT') => {
  const reply = await fetch(`${gateway.url}/api/questions/unified/some-id`, {
    method,
    headers: { authorization: `Bearer ${admin}`, 'accept-encoding': 'gzip' },
  })
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

test('compresses the response to a signed-in read', async () => {
  gateway.upstreams.questions.answerWith(() => long)
  const { status, headers, text } = await ask('GET')
  expect(status).toBe(200)
  expect(headers.get('content-encoding')).toBe('gzip')
  expect(headers.get('vary')).toBe('accept-encoding')
  expect(JSON.parse(text)).toEqual(long)
})

test.each<[string, 'GET' | 'PUT', number, (reply: FastifyReply) => unknown]>([
  ['to a write, which may contain a token,', 'PUT', 200, () => long],
  ['that sets a cookie', 'GET', 200, (reply) => reply.header('set-cookie', 'a=b').send(long)],
  ['in one packet', 'GET', 200, () => ({ success: true })],
  ['that reports an error', 'GET', 400, (reply) => reply.code(400).send(long)],
  ['that is not JSON', 'GET', 200, (reply) => reply.type('audio/mpeg').send(Buffer.alloc(5_000))],
  [
    'that streams events',
    'GET',
    200,
    (reply) => reply.type('text/event-stream').send(Readable.from(['data: x\n\n'.repeat(500)])),
  ],
])('a response %s is not compressed', async (_what, method, expected, answer) => {
  gateway.upstreams.questions.answerWith((_request, reply) => answer(reply))
  const { status, headers } = await ask(method)
  expect([status, headers.get('content-encoding')]).toEqual([expected, null])
})
