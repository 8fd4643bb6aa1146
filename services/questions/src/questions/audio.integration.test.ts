import { randomUUID } from 'node:crypto'
import { type AudioMessage, mediaSubjects, type Question, streams } from '@rehearse/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'
import { questionBody } from '../testing/question-body.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('keep_audio')
  // Publishes like media does.
  const manager = await service.nats.manager()
  await manager.streams.add({ name: streams.media.name, subjects: [...streams.media.subjects] })
})
afterAll(() => service.close())

async function newQuestion(): Promise<string> {
  const { body } = await service.call<{ data: Question }>('POST /api/questions/unified', {
    as: 'admin',
    body: questionBody({ title: randomUUID() }),
  })
  return body.data.id
}

async function shown(id: string): Promise<Question> {
  return (await service.call<{ data: Question }>(`GET /api/questions/unified/${id}`, { as: 'admin' })).body
    .data
}

async function publishAudio(questionId: string, revision: number, url: string | null): Promise<void> {
  const place = { questionId, type: 'question', revision, by: 'admin_7' } as const
  const common = {
    id: randomUUID(),
    version: 1,
    occurredAt: new Date().toISOString(),
    correlationId: null,
    causationId: null,
  } as const
  const message: AudioMessage =
    url === null
      ? { ...common, type: 'AudioDetached', data: { ...place, url: '/api/audio/gone' } }
      : {
          ...common,
          type: 'AudioAttached',
          data: { ...place, url, bytes: 1, mimeType: 'audio/wav', durationSeconds: 1 },
        }
  const js = await service.nats.jetstream()
  const subject = url === null ? mediaSubjects.detached : mediaSubjects.attached
  await js.publish(subject, JSON.stringify(message))
}

const becomes = (id: string, audioQuestion: string | null) =>
  expect.poll(async () => (await shown(id)).audioQuestion).toBe(audioQuestion)

test('stores a question’s audio as a new version, and ignores events that arrive too late', async () => {
  const id = await newQuestion()
  await publishAudio(id, 1, '/api/audio/one')
  await becomes(id, '/api/audio/one')
  expect((await shown(id)).version).toBe(2)
  await publishAudio(id, 3, '/api/audio/three')
  await becomes(id, '/api/audio/three')
  await publishAudio(id, 2, '/api/audio/two')
  await publishAudio(id, 3, '/api/audio/three')
  await publishAudio(id, 4, null)
  await becomes(id, null)
  expect((await shown(id)).version).toBe(4)
  const history = await service.call<{ data: { changedBy: string }[] }>(
    `GET /api/questions/unified/${id}/history`,
    { as: 'admin' },
  )
  expect(history.body.data.filter(({ changedBy }) => changedBy === 'admin_7')).toHaveLength(3)
})

test('restores a deleted question with the audio it got meanwhile, and ignores an erased one', async () => {
  const id = await newQuestion()
  await service.call(`DELETE /api/questions/unified/${id}`, { as: 'admin' })
  await publishAudio(id, 10, '/api/audio/late')
  await publishAudio(randomUUID(), 11, '/api/audio/nobody')
  const other = await newQuestion()
  await publishAudio(other, 12, '/api/audio/other')
  await becomes(other, '/api/audio/other')
  expect((await service.call(`GET /api/questions/unified/${id}`)).status).toBe(404)
  await service.call(`POST /api/questions/unified/${id}/restore`, { as: 'admin' })
  expect((await shown(id)).audioQuestion).toBe('/api/audio/late')
})
