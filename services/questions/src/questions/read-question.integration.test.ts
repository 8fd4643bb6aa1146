import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { secret, secretFeedback } from '../testing/question-body.ts'
import { refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('question_read_routes')
})
afterAll(() => service.close())

describe('POST /api/questions/unified/{id}/check', () => {
  test('grades, explains, and returns the correct options', async () => {
    const { id } = await service.create()
    const call = `POST ${unified}/${id}/check`
    expect((await service.call(call, { body: { selectedOptionIds: ['b'] } })).body).toEqual({
      success: true,
      result: {
        isCorrect: true,
        correctOptionIds: ['b'],
        correctResponse: null,
        explanation: `Because of ${secret}.`,
        optionFeedback: [{ id: 'a', feedback: secretFeedback }],
      },
    })
    const wrong = await service.call(call, { body: { selectedOptionIds: ['a', 'b'] } })
    expect(wrong.body).toMatchObject({ result: { isCorrect: false } })
    for (const selectedOptionIds of [['z'], []]) {
      expect(await service.call(call, { body: { selectedOptionIds } })).toMatchObject(
        refused(400, 'invalid_answer'),
      )
    }
  })

  test('shows the model answer to a question without options', async () => {
    const { id } = await service.create({ type: 'open-ended', options: [] })
    const { body } = await service.call(`POST ${unified}/${id}/check`, { body: { selectedOptionIds: [] } })
    expect(body).toMatchObject({ result: { isCorrect: null, correctOptionIds: [] } })
  })
})

describe('GET /api/questions/unified/{id}/history', () => {
  test('lists each version with its author and its changes', async () => {
    const { id, title } = await service.create()
    const as = 'admin'
    await service.call(`PUT ${unified}/${id}`, { as, body: { title: 'Second', points: 9 } })
    await service.call(`DELETE ${unified}/${id}`, { as })
    const { body } = await service.call(`GET ${unified}/${id}/history?pageSize=2`, { as })
    expect(body).toMatchObject({
      data: [
        { version: 3, action: 'deleted', changes: [], changedBy: 'admin_1' },
        { version: 2, action: 'updated', changes: ['title', 'points'], question: { title: 'Second' } },
      ],
      pagination: { totalCount: 3, hasNext: true },
    })
    const second = await service.call(`GET ${unified}/${id}/history?pageSize=2&page=2`, { as })
    expect(second.body).toMatchObject({ data: [{ version: 1, action: 'created', question: { title } }] })
  })
})
