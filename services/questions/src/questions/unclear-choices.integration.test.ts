import { randomUUID } from 'node:crypto'
import type { BulkOutcome, ImportResult } from '@rehearse/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { questionBody, questionRow } from '../testing/question-body.ts'
import { type Failure, refused } from '../testing/questions-service.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('unclear_choices')
})
afterAll(() => service.close())

const as = 'admin' as const
const optionsOf = (...texts: string[]) => texts.map((text, at) => ({ text, isCorrect: at === 0 }))
const same = 'Options a and b are the same. Only `code` is compared exactly.'
const empty = 'Option b would be shown empty'

describe.each([
  ['identical options', ['10', '10'], same],
  ['options that differ in spaces', ['a b', 'a  b'], same],
  ['composed and decomposed options', ['é', 'e\u0301'], same],
  ['an invisible option', ['a', '\u200b'], empty],
])('%s', (_name, texts, message) => {
  const options = optionsOf(...texts)

  test('are refused when a question is created', async () => {
    const reply = await service.call<Failure>(`POST ${unified}`, { as, body: questionBody({ options }) })
    expect(reply).toMatchObject(refused(400, 'invalid_question'))
    expect(reply.body.details).toEqual([{ path: 'options', message }])
  })

  test('are refused when it is changed', async () => {
    const { id } = await service.create()
    const reply = await service.call<Failure>(`PUT ${unified}/${id}`, { as, body: { options } })
    expect(reply).toMatchObject(refused(400, 'invalid_question'))
    expect(reply.body.details).toEqual([{ path: 'options', message }])
  })

  test('are reported by imports, in rows and in text with the line', async () => {
    const body = { isBulkImport: true, questions: [questionRow(), questionRow({ options })] }
    const rows = await service.call<{ data: ImportResult }>(`POST ${unified}`, { as, body })
    expect(rows.body.data).toMatchObject({
      success: 1,
      errors: [{ index: 1, error: `Question 2: ${message}` }],
    })
    const [one, other] = texts
    const content = `## 1. First ${randomUUID()}\n\nOne?\n\n- [x] x\n- [ ] y\n\n## 2. Second\n\nTwo?\n\n- [x] A: ${one}\n- [ ] B: ${other}\n`
    const text = await service.call<{ data: ImportResult }>('POST /api/questions/import', {
      as,
      body: { content, format: 'markdown' },
    })
    const problem = { line: 8, error: expect.stringContaining(message) }
    if (message === same) expect(text.body.data).toMatchObject({ success: 1, errors: [problem] })
    else expect(text.body.data).toMatchObject({ success: 1, failed: 1, errors: [{ line: 8 }] })
  })
})

test('a replacement that makes options the same is refused', async () => {
  const { id } = await service.create({ options: optionsOf('let', 'const') })
  const body = {
    action: 'edit',
    ids: [id],
    value: { replace: { in: ['options'], find: 'const', with: 'let' } },
  }
  const reply = await service.call<{ data: { results: BulkOutcome[] } }>(`POST ${unified}/bulk`, { as, body })
  expect(reply.body.data.results).toMatchObject([{ outcome: 'refused', error: same }])
})

test('a translation that makes options the same is refused', async () => {
  const { id, options, title, content } = await service.create()
  const body = {
    version: 1,
    title,
    content,
    explanation: 'x',
    options: options.map((one) => ({ id: one.id, text: 'نعم' })),
  }
  const reply = await service.call<Failure>(`PUT ${unified}/${id}/translations/ar`, { as, body })
  expect(reply).toMatchObject(refused(400, 'invalid_translation'))
  expect(reply.body.details).toEqual([{ path: 'options', message: same }])
})

test('a matching question whose choices differ only in how they are typed is refused', async () => {
  const answer = {
    kind: 'pairs',
    pairs: [
      { left: 'a', right: 'don’t' },
      { left: 'b', right: "don't" },
    ],
  }
  const body = questionBody({ type: 'matching', options: [], answer })
  const reply = await service.call<Failure>(`POST ${unified}`, { as, body })
  expect(reply.body.details).toEqual([{ path: 'answer', message: 'Two choices are the same' }])
})

test('a question that was stored with equal options is restored from a backup, and its other fields can be changed', async () => {
  const section = `Shelf ${randomUUID()}`
  await service.call('POST /api/sections', { as, body: { name: section } })
  const id = randomUUID()
  const backup = { ...questionBody(), id, section, options: optionsOf('10', '10') }
  await service.call('POST /api/admin/backup', { as, body: backup })
  const restored = await service.call('POST /api/admin/backup/restore', {
    as,
    body: { section, dryRun: false },
  })
  expect(restored.body).toMatchObject({ data: { created: 1, failed: 0 } })
  const title = await service.call(`PUT ${unified}/${id}`, { as, body: { title: 'Another title' } })
  expect(title.status).toBe(200)
  const key = await service.call(`PUT ${unified}/${id}`, { as, body: { correctAnswers: ['b'] } })
  expect(key.status).toBe(200)
})
