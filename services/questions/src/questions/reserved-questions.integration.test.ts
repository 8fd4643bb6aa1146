import { reservedQuestionsSubject } from '@rehearse/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { secret } from '../testing/question-body.ts'

let service: FilledService
/** What progress replies, by learner; null if it doesn't reply. */
let reserved: string[] | null
const asked: unknown[] = []
beforeAll(async () => {
  service = await startFilledService('reserved_questions')
  const connection = await service.nats.connection
  connection.subscribe(reservedQuestionsSubject, {
    callback: (_error, message) => {
      asked.push(message.json())
      if (reserved) message.respond(JSON.stringify({ ids: reserved }))
    },
  })
  await connection.flush()
})
afterAll(() => service.close())

let id: string
beforeEach(async () => {
  ;({ id } = await service.create({ learningPath: 'javascript-basics' }))
  reserved = [id]
})

type Caller = 'visitor' | 'learner' | 'admin'
const check = (as: Caller, of = id) =>
  service.call<{ code?: string }>(`POST ${unified}/${of}/check`, { as, body: { selectedOptionIds: ['a'] } })

describe('a question reserved for the learner’s own mock exam', () => {
  test('isn’t checked, so that its key stays unknown', async () => {
    const reply = await check('learner')
    expect([reply.status, reply.body.code]).toEqual([409, 'question_reserved'])
    expect(reply.text).not.toContain(secret)
    const { id: other } = await service.create({})
    expect((await check('learner', other)).status).toBe(200)
    reserved = []
    expect((await check('learner')).status).toBe(200)
  })

  test('comes without its key where a learner requests keys, and other questions with theirs', async () => {
    const { id: other } = await service.create({ learningPath: 'javascript-basics' })
    for (const path of [
      `?ids=${id},${other}&include=answers`,
      `?pageSize=100&include=answers`,
      `?random=true&count=100&include=answers`,
      `?search=typeof&pageSize=100&include=answers`,
      `/search?search=typeof&pageSize=100&include=answers`,
    ]) {
      const { status, body } = await service.call<{ data: { id: string }[] }>(`GET ${unified}${path}`, {
        as: 'learner',
      })
      expect(status).toBe(200)
      const keyOf = (one: string) => {
        const found = body.data.find((question) => question.id === one)
        return found && 'correctAnswers' in found
      }
      expect([path, keyOf(id), keyOf(other)]).toEqual([path, false, true])
    }
    const { text } = await service.call(`GET ${unified}/${id}?include=answers`, { as: 'learner' })
    expect(text).not.toMatch(/correctAnswers|explanation|isCorrect/)
  })

  test('can be checked by a visitor and an admin, who have no exam', async () => {
    asked.length = 0
    expect([(await check('visitor')).status, (await check('admin')).status]).toEqual([200, 200])
    expect(asked).toEqual([])
  })

  test('stays so while progress doesn’t reply', async () => {
    expect((await check('learner')).status).toBe(409)
    reserved = null
    expect((await check('learner')).status).toBe(409)
    const { id: other } = await service.create({})
    expect((await check('learner', other)).status).toBe(200)
  })
})
