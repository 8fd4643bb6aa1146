import type { Question } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { questionBody } from '../testing/question-body.ts'
import { refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('question_typed')
})
afterAll(() => service.close())

const pairs = {
  kind: 'pairs',
  pairs: [
    { left: '`flex`', right: 'one axis' },
    { left: '`grid`', right: 'two axes' },
  ],
  extra: ['no axis'],
}
const text = { kind: 'text', accepted: ['closure', 'إغلاق'] }
const number = { kind: 'number', value: 0.3, tolerance: 0.1, unit: 's' }
const matching = { type: 'matching', options: [], answer: pairs }
const shortAnswer = { type: 'short-answer', options: [], answer: text }
const numeric = { type: 'numeric', options: [], answer: number }

const read = async (id: string, as?: 'admin' | 'learner', query = '') =>
  (await service.call(`GET ${unified}/${id}${query}`, as && { as })).body as { data: Question }
const check = (id: string, body: object) => service.call(`POST ${unified}/${id}/check`, { body })

describe('a question without options', () => {
  test.each([
    ['matching', matching, { ...pairs, pairs: pairs.pairs.map((pair, at) => ({ id: 'ab'[at], ...pair })) }],
    ['short-answer', shortAnswer, { ...text, caseSensitive: false, whitespace: 'fold' }],
    ['numeric', numeric, number],
  ])('of type %s shows its key only with the answers', async (type, body, answer) => {
    const { id } = await service.create(body)
    const open = (await read(id)).data
    expect(open).toMatchObject({ type, options: [], selection: null, prompt: { kind: answer.kind } })
    expect(JSON.stringify(open)).not.toMatch(/accepted|closure|tolerance|0\.3|"answer"|explanation/)
    expect((await read(id, 'admin')).data.answer).toEqual(answer)
    expect((await read(id, 'learner', '?include=answers')).data.answer).toEqual(answer)
    const { body: list } = await service.call(`GET ${unified}?ids=${id}`)
    expect(list).toMatchObject({ data: [{ prompt: open.prompt }] })
    expect(JSON.stringify(list)).not.toMatch(/accepted|closure|tolerance|0\.3|"answer"/)
  })

  test('is graded without being recorded', async () => {
    const { id } = await service.create(matching)
    const { prompt } = (await read(id)).data
    if (prompt?.kind !== 'pairs') throw new Error('a matching question has sides')
    const right = (shown: string) => prompt.right.find((item) => item.text === shown)?.id
    const response = {
      kind: 'pairs',
      pairs: [
        { left: 'a', right: right('one axis') },
        { left: 'b', right: right('two axes') },
      ],
    }
    expect((await check(id, { response })).body).toMatchObject({
      result: { isCorrect: true, correctOptionIds: [], correctResponse: response },
    })
    const other = await service.create(shortAnswer)
    expect((await check(other.id, { response: { kind: 'text', text: ' CLOSURE' } })).body).toMatchObject({
      result: {
        isCorrect: true,
        correctResponse: { kind: 'text', text: 'closure', accepted: text.accepted },
      },
    })
    const third = await service.create(numeric)
    expect((await check(third.id, { response: { kind: 'number', value: 0.5 } })).body).toMatchObject({
      result: { isCorrect: false, correctResponse: number },
    })
  })

  test('rejects what does not answer it', async () => {
    const { id } = await service.create(matching)
    const withOptions = await service.create()
    for (const [question, body] of [
      [id, {}],
      [id, { selectedOptionIds: ['a'] }],
      [id, { response: { kind: 'text', text: 'x' } }],
      [id, { response: { kind: 'pairs', pairs: [{ left: 'a', right: 'x' }] } }],
      [withOptions.id, { selectedOptionIds: ['a'], response: { kind: 'text', text: 'x' } }],
    ] as const) {
      expect(await check(question, body)).toMatchObject(refused(400, 'invalid_answer'))
    }
    expect((await check(id, { response: { kind: 'number', value: '1' } })).status).toBe(400)
  })
})

describe('an edit', () => {
  const as = 'admin'
  const put = (id: string, body: object) => service.call(`PUT ${unified}/${id}`, { as, body })

  test('of a text changes neither key nor prompt ids, and a type takes its key along', async () => {
    const { id } = await service.create(matching)
    const before = (await read(id, as)).data
    await put(id, { title: 'Another title' })
    const after = (await read(id, as)).data
    expect(after.answer).toEqual(before.answer)
    const ids = ({ prompt }: Question) =>
      prompt?.kind === 'pairs' && prompt.right.map((item) => item.id).sort()
    expect(ids(after)).toEqual(ids(before))

    expect(await put(id, { type: 'numeric' })).toMatchObject(refused(400, 'invalid_question'))
    await put(id, { type: 'numeric', answer: number })
    await put(id, { type: 'open-ended', answer: null })
    expect((await read(id, as)).data).toMatchObject({ type: 'open-ended', answer: null, prompt: null })
    const { body } = await service.call(`GET ${unified}/${id}/history`, { as })
    expect(body).toMatchObject({
      data: [{ version: 4 }, { version: 3, question: { answer: number } }, { version: 2 }, { version: 1 }],
    })
  })

  test.each([
    ['without its key', { type: 'matching', options: [] }],
    ['with options', { ...shortAnswer, options: questionBody().options }],
    ['with a key of another kind', { ...numeric, answer: text }],
    ['with options and a key', { answer: text }],
    ['with a choice that is correct and not', { ...matching, answer: { ...pairs, extra: ['two axes'] } }],
    [
      'with an infinite number',
      JSON.parse('{"type":"numeric","options":[],"answer":{"kind":"number","value":1e999}}'),
    ],
  ])('does not create a question %s', async (_name, changes) => {
    const { status } = await service.call(`POST ${unified}`, { as, body: questionBody(changes) })
    expect(status).toBe(400)
  })
})

test('questions with other keys are no duplicates, but those in another order are', async () => {
  const { title, content } = questionBody()
  const rows = [
    pairs,
    { ...pairs, pairs: pairs.pairs.toReversed() },
    {
      ...pairs,
      pairs: [
        { left: 'a', right: 'b' },
        { left: 'c', right: 'd' },
      ],
    },
  ]
  const questions = rows.map((answer) => ({ title, content, type: 'matching', answer }))
  const { body } = await service.call(`POST ${unified}`, {
    as: 'admin',
    body: { isBulkImport: true, questions },
  })
  expect(body).toMatchObject({ data: { success: 2, skipped: 1, failed: 0 } })
})
