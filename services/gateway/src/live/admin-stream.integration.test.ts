import { connect } from '@nats-io/transport-node'
import { adminChange } from '@rehearse/contracts'
import { natsServers } from '@rehearse/service-kit/messaging/nats'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from '../testing/call.ts'
import { type RunningGateway, startGateway } from '../testing/start-gateway.ts'

const soon = { interval: 20 }

let gateway: RunningGateway
let sessionId = 0
const closing: (() => void)[] = []
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(async () => {
  for (const close of closing) close()
  await gateway.close()
})

interface Stream {
  topics(): string[]
  hasEnded: boolean
}

async function listen(token: string, url = gateway.url): Promise<Stream> {
  const leaving = new AbortController()
  closing.push(() => leaving.abort())
  const reply = await fetch(`${url}/api/admin/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
  if (reply.status !== 200) throw new Error(String(reply.status))
  let text = ''
  const stream: Stream = {
    topics: () =>
      [...text.matchAll(/^event: change\ndata: (.*)$/gm)].flatMap(
        ([, data = '']) => adminChange.parse(JSON.parse(data)).topics,
      ),
    hasEnded: false,
  }
  void (async () => {
    for await (const chunk of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  })()
    .catch(() => undefined)
    .finally(() => {
      stream.hasEnded = true
    })
  await vi.waitFor(() => expect(text).toContain('retry: 1000'), soon)
  return stream
}

const newAdmin = () => {
  sessionId += 1
  return gateway.identity.token('admin', { sessionId: `session-${sessionId}`, id: `admin_${sessionId}` })
}

describe('the live stream of admins', () => {
  test('reports events that any service publishes, without their content', async () => {
    const stream = await listen(await newAdmin())
    const nats = await connect(natsServers(gateway.natsUrl))
    closing.push(() => void nats.close())
    // The feed starts when NATS is reached, which may be after the reader connected.
    await vi.waitFor(() => {
      nats.publish('progress.answer.submitted.v1', JSON.stringify({ secret: 'learner-7' }))
      expect(stream.topics()).toContain('answers')
    }, soon)
    nats.publish('questions.place.renamed.v1', '{}')
    await vi.waitFor(() => expect(stream.topics()).toContain('places'), soon)
  })

  test('reports writes through this gateway and through others', async () => {
    const other = await startGateway({ NATS_URL: gateway.natsUrl })
    try {
      const token = await newAdmin()
      const stream = await listen(token)
      const write = (url: string, path: string) =>
        call(`${url}${path}`, { method: 'PATCH', bearer: token, body: {} })
      await write(gateway.url, '/api/admin/users/7')
      await vi.waitFor(() => expect(stream.topics()).toContain('learners'), soon)
      await vi.waitFor(async () => {
        await call(`${other.url}/api/admin/backup`, { method: 'POST', bearer: token, body: {} })
        expect(stream.topics()).toContain('backups')
      }, soon)
    } finally {
      await other.close()
    }
  })

  test('reports neither reads nor rejected writes', async () => {
    const token = await newAdmin()
    const stream = await listen(token)
    gateway.upstreams.identity.answerWith((_request, reply) => reply.code(409).send({ success: false }))
    await call(`${gateway.url}/api/admin/users/7`, { method: 'PATCH', bearer: token, body: {} })
    gateway.upstreams.identity.forget()
    await call(`${gateway.url}/api/admin/users`, { bearer: token })
    await call(`${gateway.url}/api/audio/upload`, { method: 'DELETE', bearer: token, body: {} })
    await vi.waitFor(() => expect(stream.topics()).toContain('audio'), soon)
    expect(stream.topics()).not.toContain('learners')
  })

  test('ends with the session', async () => {
    const own = 'session-that-ends'
    const stream = await listen(await gateway.identity.token('admin', { sessionId: own }))
    await gateway.identity.endSession(own)
    await vi.waitFor(() => expect(stream.hasEnded).toBe(true), soon)
  })

  test('accepts 20 connections per admin, and no more', async () => {
    const token = await newAdmin()
    for (let tab = 0; tab < 20; tab += 1) await listen(token)
    await expect(listen(token)).rejects.toThrow('429')
  })

  test('rejects learners and visitors', async () => {
    await expect(listen(await gateway.identity.token('learner'))).rejects.toThrow('403')
    expect((await call(`${gateway.url}/api/admin/stream`)).status).toBe(401)
  })
})
