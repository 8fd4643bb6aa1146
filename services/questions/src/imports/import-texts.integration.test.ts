import { randomUUID } from 'node:crypto'
import type { ImportResult } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionRow } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, startQuestionsService } from '../testing/questions-service.ts'

interface Reply {
  data: ImportResult
  message: string
  error: string
}

let service: QuestionsService

beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('questions_texts'), testNats()])
  service = await startQuestionsService(database, nats.url)
})
afterAll(() => service.close())

const send = (content: string, options: object = {}) =>
  service.call<Reply>('POST /api/questions/import', { as: 'admin', body: { content, ...options } })
const bulk = (questions: unknown, options: object = {}) =>
  service.call<Reply>('POST /api/questions/unified', {
    as: 'admin',
    body: { isBulkImport: true, questions, ...options },
  })

const SHAPE = 'Invalid format. Expected an array of questions or an object with a "questions" property.'
const NONE = 'At least one complete question is required'

describe('the messages of the specification', () => {
  test.each([
    ['json', '{"rows": []}', SHAPE],
    ['json', '"text"', SHAPE],
    ['json', '[{', /^JSON parsing error: ./],
    ['json', '[]', NONE],
    ['json', '{"questions": []}', NONE],
    ['markdown', 'Nothing here.', 'No questions found in the markdown. Please check the format.'],
    ['gift', '// Only a comment', 'No questions found in the file. Please check the format.'],
    ['aiken', ' \n', 'No questions found in the file. Please check the format.'],
    ['moodle-xml', '<quiz></quiz>', 'No questions found in the file. Please check the format.'],
    ['moodle-xml', '<html/>', 'Invalid format. Expected a <quiz> with <question> elements.'],
    ['moodle-xml', '<quiz>&lol;</quiz>', /^XML parsing error: ./],
  ])('rejects a %s file that is %j', async (format, content, error) => {
    const { status, body } = await send(content, { format })
    expect(status).toBe(400)
    expect(body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error))
  })

  const option = (text: string, isCorrect = false) => ({ text, isCorrect })
  test.each([
    [{ content: 'x' }, 'title and content are required'],
    [{ title: 'x' }, 'title and content are required'],
    [{ title: 'x', content: 'x' }, 'options array is required'],
    [
      { title: 'x', content: 'x', options: [option('a'), option('b')] },
      'at least one option must be marked as correct',
    ],
    [{ title: 'x', content: 'x', options: [option('a', true)] }, 'Must have at least 2 options'],
    [
      { title: 'x', content: 'x', options: [option('a'), option('b')], correctAnswers: ['z'] },
      'Invalid correct answer IDs: z',
    ],
  ])('rejects only the row %j', async (row, error) => {
    const failed = { success: 1, failed: 1, errors: [{ index: 1, error: `Question 2: ${error}` }] }
    expect((await bulk([questionRow(), row])).body.data).toMatchObject(failed)
    const content = JSON.stringify([questionRow(), row])
    expect((await send(content, { format: 'json' })).body.data).toMatchObject(failed)
  })

  test('appear in Markdown', async () => {
    const content = [
      '## 1. One\n\n- [x] A: a',
      '## 2. Two\n\n- A: a\n- B: b',
      '## 3. Three\n\n- A: a\n- B: b\n\nAnswer: F',
      '## 4.\n\n- [x] A: a\n- B: b',
      `## 5. ${randomUUID()}\n\n${'long '.repeat(300)}\n\n- [x] A: a\n- B: b`,
    ].join('\n\n')
    const { data } = (await send(content, { format: 'markdown' })).body
    expect(data.errors.map(({ line, error }) => [line, error])).toEqual([
      [1, 'Question 1: Must have at least 2 options'],
      [5, 'Question 2: Must have at least one correct answer'],
      [10, 'Question 3: Invalid correct answer IDs: f'],
      [17, 'Question 4: Missing title or content'],
    ])
    expect(data.warnings.map(({ error }) => error)).toEqual(['Question 5: Content is over 1000 characters'])
  })

  test.each([
    ['json', 'JSON', () => JSON.stringify([questionRow()]), '[{"title": "x"}]'],
    ['markdown', 'Markdown', () => `## 1. ${randomUUID()}\n\n- [x] A: a\n- B: b`, '## 1. x\n\n- [x] A: a'],
    ['gift', 'GIFT', () => `${randomUUID()} {=a ~b}`, 'x {~a ~b}'],
    ['aiken', 'Aiken', () => `${randomUUID()}?\nA. a\nB. b\nANSWER: B`, 'x\nA. a\nB. b'],
    [
      'moodle-xml',
      'Moodle XML',
      () =>
        `<quiz><question type="truefalse"><name><text>${randomUUID()}</text></name><answer fraction="100"><text>true</text></answer></question></quiz>`,
      '<quiz><question type="matching"><name><text>x</text></name></question></quiz>',
    ],
  ] as const)(
    'report the result for a %s file, whose format is detected',
    async (format, name, make, bad) => {
      const content = make()
      expect((await send(content, { dryRun: true })).body).toMatchObject({
        message: `Successfully parsed 1 questions from ${name}!`,
        data: { format, success: 1 },
      })
      expect((await send(content)).body).toMatchObject({
        message: '1 questions added successfully! 0 failed.',
        data: { format, success: 1 },
      })
      const dry = (await send(bad, { dryRun: true, format })).body
      const error = dry.data.errors[0]?.error ?? ''
      expect(error).toMatch(/^Question 1: ./)
      expect(dry.data.errors[0]?.line).toBeGreaterThan(0)
      expect(dry.message).toBe(`${name} parsing errors: ${error}`)
      expect((await send(bad, { format })).body.message).toBe(`Failed to import questions: ${error}`)
    },
  )

  test("report the parts of a question that weren't stored", async () => {
    const { data } = (await send(`${randomUUID()} {=four =%50%4}`)).body
    expect(data.warnings).toMatchObject([
      {
        index: 0,
        line: 1,
        error: expect.stringMatching(/^Question 1: Partially accepted answers are not kept/),
      },
    ])
  })
})
