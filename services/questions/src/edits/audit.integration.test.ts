import { auditRecorded, auditSubject } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, startQuestionsService } from '../testing/questions-service.ts'

let service: QuestionsService
beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('audited'), testNats()])
  service = await startQuestionsService(database, nats.url)
})
afterAll(() => service.close())

test('publishes what an admin changed for the audit log, and nothing of a learner', async () => {
  await service.call('POST /api/topics', { as: 'learner', body: { name: 'Rejected' } })
  await service.call('POST /api/topics', { as: 'admin', body: { name: 'Closures' } })
  await service.call('DELETE /api/topics/closures', { as: 'admin' })
  const js = await service.nats.jetstream()
  const consumer = await js.consumers.get('QUESTIONS', { filter_subjects: auditSubject('questions') })
  const seen = []
  for await (const message of await consumer.consume()) {
    seen.push(auditRecorded.parse(message.json()).data)
    if (seen.length === 2) break
  }
  expect(seen).toMatchObject([
    { actor: 'admin_1', action: 'POST /api/topics', topic: 'places', target: 'closures', title: 'Closures' },
    { actor: 'admin_1', action: 'DELETE /api/topics/:id', target: 'closures' },
  ])
})
