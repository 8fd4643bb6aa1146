import { randomUUID } from 'node:crypto'
import type { ImportResult, Question } from '@rehearse/contracts'
import { testNats } from '@rehearse/testing/test-nats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { questionRow } from '../testing/question-body.ts'
import { questionsDatabase } from '../testing/questions-database.ts'
import { type QuestionsService, startQuestionsService } from '../testing/questions-service.ts'

interface Reply {
  data: ImportResult
  message: string
  error: string
  code: string
}

let service: QuestionsService
const unified = '/api/questions/unified'

beforeAll(async () => {
  const [database, nats] = await Promise.all([questionsDatabase('questions_imports'), testNats()])
  service = await startQuestionsService(database, nats.url)
})
afterAll(() => service.close())

const bulk = (questions: unknown, options: object = {}, headers = {}) =>
  service.call<Reply>(`POST ${unified}`, {
    as: 'admin',
    body: { isBulkImport: true, questions, ...options },
    headers,
  })
const read = async (id: string | undefined) =>
  (await service.call<{ data: Question }>(`GET ${unified}/${id}`, { as: 'admin' })).body.data
const total = async () =>
  (await service.call<{ data: { totalQuestions: number } }>('GET /api/questions/stats')).body.data
    .totalQuestions

describe('the targets of an import', () => {
  test('decide about new questions, whatever their source says', async () => {
    const topic = `Topic ${randomUUID()}`
    const rows = [questionRow({ approved: true, topic, tags: ['own'] }), questionRow({ status: 'archived' })]
    const targets = { status: 'draft', category: 'Closures', learningPath: 'Scopes', tags: ['new', 'own'] }
    const rehearsed = await bulk(rows, { ...targets, dryRun: true })
    expect(rehearsed.body.data.newNodes).toEqual(
      expect.arrayContaining([
        { kind: 'category', name: 'Closures' },
        { kind: 'topic', name: topic },
        { kind: 'learning-path', name: 'Scopes' },
      ]),
    )
    const { body } = await bulk(rows, targets)
    expect(body.data.newNodes).toEqual(rehearsed.body.data.newNodes)
    const [first, second] = body.data.results
    expect(await read(first?.id)).toMatchObject({
      status: 'draft',
      approved: false,
      category: 'Closures',
      learningPath: 'scopes',
      tags: ['own', 'new'],
    })
    expect(await read(second?.id)).toMatchObject({ status: 'draft' })
  })

  test('are optional: an import by API is approved unless its rows say otherwise', async () => {
    const { body } = await bulk([
      questionRow(),
      questionRow({ approved: false }),
      questionRow({ status: 'in-review' }),
    ])
    const stored = await Promise.all(body.data.results.map(({ id }) => read(id)))
    expect(stored.map(({ status }) => status)).toEqual(['approved', 'draft', 'in-review'])
  })

  test('work in forms, with tags separated by commas', async () => {
    const form = new FormData()
    form.set('file', new Blob([JSON.stringify([questionRow({ tags: [] })])]), 'questions.json')
    form.set('status', 'in-review')
    form.set('tags', 'one, two')
    const { body } = await service.call<Reply>('POST /api/questions/import', { as: 'admin', body: form })
    expect(await read(body.data.results[0]?.id)).toMatchObject({ status: 'in-review', tags: ['one', 'two'] })
  })

  test('leave the status of a question that the import updates', async () => {
    const row = questionRow()
    const { body } = await bulk([row])
    await bulk([{ ...row, points: 9 }], { onDuplicate: 'update', status: 'draft' })
    expect(await read(body.data.results[0]?.id)).toMatchObject({ points: 9, status: 'approved' })
  })

  test('report a row that would have too many tags', async () => {
    const tags = Array.from({ length: 30 }, (_, index) => `tag ${index}`)
    const { body } = await bulk([questionRow({ tags }), questionRow()], { tags: ['more'] })
    expect(body.data).toMatchObject({ success: 1, failed: 1, errors: [{ index: 0 }] })
  })
})

describe('a bulk request', () => {
  test('stores valid rows once each, and reports each invalid row by its number', async () => {
    const before = await total()
    const good = questionRow()
    const { status, body } = await bulk([
      good,
      { ...questionRow(), title: '' },
      questionRow({ options: [{ text: 'a' }, { text: 'b' }] }),
      { ...good, title: `  ${good.title.toUpperCase()} ` },
      questionRow({ points: 101 }),
      null,
      questionRow(),
      questionRow({
        options: [
          { id: 'x', text: 'a', isCorrect: true },
          { id: 'x', text: 'b' },
        ],
      }),
    ])
    expect(status).toBe(200)
    expect(body.message).toBe('2 questions added successfully! 5 failed.')
    expect(body.data).toMatchObject({ success: 2, failed: 5, skipped: 1, batchId: expect.any(String) })
    expect(body.data.errors.map(({ index }) => index)).toEqual([1, 2, 4, 5, 7])
    expect(body.data.errors[0]?.error).toBe('Question 2: title and content are required')
    expect(body.data.errors[1]?.error).toBe('Question 3: at least one option must be marked as correct')
    expect(body.data.results.map(({ title }) => title)).toContain(good.title)
    expect(await total()).toBe(before + 2)
    expect(await read(body.data.results[0]?.id)).toMatchObject({
      points: 1,
      timeLimit: 60,
      explanation: '',
      createdBy: 'admin_1',
      learningPath: 'default-learning-path',
      topic: 'General Topic',
    })
  })

  test('creates a taxonomy node once for each unknown name', async () => {
    const category = `C++ ${randomUUID()}`
    await bulk([questionRow({ category }), questionRow({ category: category.toUpperCase() })])
    await bulk([questionRow({ category, sectionId: 'interview-prep', learningPath: 'stats' })])
    const { body } = await service.call<{ data: { id: string; name: string; questionCount: number }[] }>(
      'GET /api/categories',
    )
    expect(body.data.filter(({ name }) => name.toLowerCase() === category.toLowerCase())).toEqual([
      {
        id: category.toLowerCase().replace('++ ', '-plus-plus-'),
        name: category,
        questionCount: 3,
        revision: expect.any(Number),
      },
    ])
    // A node whose id equals a literal path segment could not be reached.
    const paths = await service.call<{ data: { id: string; name: string }[] }>('GET /api/learning-paths')
    const path = paths.body.data.find(({ name }) => name === 'stats')
    expect(path?.id).toMatch(/^stats-[0-9a-f]{8}$/)
    expect((await service.call(`GET /api/questions/${path?.id}`)).body).toMatchObject({ count: 1 })
  })

  test('skips the rows of a repeated import', async () => {
    const rows = [questionRow(), questionRow()]
    await bulk(rows)
    expect((await bulk(rows)).body.data).toMatchObject({ success: 0, failed: 0, skipped: 2, results: [] })
    const shuffled = rows.map((row) => ({ ...row, options: row.options.toReversed() }))
    expect((await bulk(shuffled)).body.data).toMatchObject({ skipped: 2 })
  })

  test('names the equal question, or the earlier row of the source, for a duplicate', async () => {
    const [old, fresh] = [questionRow(), questionRow()]
    const [stored] = (await bulk([old])).body.data.results
    const { data } = (await bulk([fresh, old, fresh], { dryRun: true })).body
    expect(data.duplicates).toEqual([
      { index: 1, title: old.title, id: stored?.id },
      { index: 2, title: fresh.title, id: null },
    ])
  })

  test('stores the rows of two simultaneous imports of the same source once', async () => {
    const rows = Array.from({ length: 20 }, () => questionRow())
    const replies = await Promise.all([bulk(rows), bulk(rows), bulk(rows)])
    expect(replies.reduce((sum, { body }) => sum + body.data.success, 0)).toBe(20)
  })

  test('updates or adds duplicates if the admin chooses so', async () => {
    const row = questionRow()
    const first = (await bulk([row])).body.data.results[0]
    const changed = [{ ...row, points: 7 }]
    const updated = (await bulk(changed, { onDuplicate: 'update' })).body.data
    expect(updated).toMatchObject({ success: 1, results: [first] })
    expect(await read(first?.id)).toMatchObject({ points: 7, version: 2 })
    // Now there is nothing to change.
    expect((await bulk(changed, { onDuplicate: 'update' })).body.data).toMatchObject({
      success: 0,
      skipped: 1,
    })
    const added = (await bulk(changed, { onDuplicate: 'add' })).body.data
    expect(added.success).toBe(1)
    expect(added.results[0]?.id).not.toBe(first?.id)
  })

  test('finds a question by its id, whatever else has changed', async () => {
    const row = questionRow()
    const first = (await bulk([row])).body.data.results[0]
    const id = first?.id
    const renamed = { ...row, id, title: `${row.title} (renamed)` }
    const rows = [renamed, { ...renamed, title: 'Twice' }, { ...questionRow(), id: randomUUID() }, row]
    expect((await bulk([renamed])).body.data).toMatchObject({ success: 0, skipped: 1, duplicates: [{ id }] })
    const options = { onDuplicate: 'update' }
    const report = { success: 2, updated: 1, skipped: 2, failed: 0 }
    expect((await bulk(rows, { ...options, dryRun: true })).body.data).toMatchObject(report)
    expect((await bulk(rows, options)).body.data).toMatchObject({
      ...report,
      results: [{ id, title: renamed.title }, {}],
    })
    expect(await read(id)).toMatchObject({ title: renamed.title, version: 2 })
    // An id of another system is no obstacle.
    expect((await bulk([{ ...questionRow(), id: 7 }])).body.data).toMatchObject({ success: 1, updated: 0 })
  })

  test('returns the same report for a dry run and stores nothing', async () => {
    const before = await total()
    const category = `Dry ${randomUUID()}`
    const rows = [questionRow({ category }), questionRow(), { title: 'no' }]
    const { data } = (await bulk(rows, { dryRun: true })).body
    expect(data).toMatchObject({ success: 2, failed: 1, skipped: 0, dryRun: true, batchId: null })
    expect(await total()).toBe(before)
    expect((await service.call('GET /api/categories')).text).not.toContain(category)
  })

  test('returns the same response when repeated under its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const rows = [questionRow(), { title: 'no' }]
    const first = await bulk(rows, { onDuplicate: 'add' }, headers)
    expect((await bulk(rows, { onDuplicate: 'add' }, headers)).body).toEqual(first.body)
  })

  test.each([
    [{}, 'Invalid format. Expected an array of questions or an object with a "questions" property.'],
    [undefined, 'Invalid format. Expected an array of questions or an object with a "questions" property.'],
    [[], 'At least one complete question is required'],
  ])('rejects %j as questions', async (questions, error) => {
    expect(await bulk(questions)).toMatchObject({ status: 400, body: { error } })
  })

  test("rejects only the rows that can't be stored, also with an idempotency key", async () => {
    const rows = [
      questionRow({ title: 'null\u0000byte' }),
      questionRow({ content: 'half \ud800 a pair' }),
      { title: 'half \ud800 \u0000' },
      questionRow({ options: [{ text: [[[]]] }, { text: 'y', isCorrect: 'yes' }] }),
      questionRow(),
    ]
    const { body } = await bulk(rows, {}, { 'idempotency-key': randomUUID() })
    expect(body.data).toMatchObject({ success: 1, failed: 4 })
    expect(body.data.errors.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  })

  test('accepts rows nested as deeply as a body may be, and rejects only deeper ones', async () => {
    const body = (levels: number) => {
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
      const good = JSON.stringify(questionRow())
      return `{"isBulkImport": true, "metadata": ${deep}, "questions": [${deep}, {"title": ${deep}}, ${good}]}`
    }
    const send = (levels: number) =>
      service.call<Reply & { code?: string }>(`POST ${unified}`, {
        as: 'admin',
        body: body(levels),
        headers: { 'idempotency-key': randomUUID() },
      })
    // Of twelve levels the body, its list of questions and a question are three.
    expect((await send(9)).body.data).toMatchObject({ success: 1, failed: 2 })
    for (const levels of [10, 50_000]) {
      expect(await send(levels)).toMatchObject({ status: 400, body: { code: 'too_deep' } })
    }
  })

  test('rejects only the row with an invalid id', async () => {
    const rows = [
      { ...questionRow(), correctAnswers: [{ toString: 1, valueOf: 1 }] },
      { ...questionRow(), correctAnswers: [[[[[]]]]] },
    ]
    const { status, body } = await bulk(rows)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ success: 0, failed: 2 })
  })

  test('stores a question with more words than an index can hold', async () => {
    let at = 0
    const words = (length: number) => {
      let text = ''
      while (text.length < length - 12) text += `${(at++).toString(36)}ﷺﷺﷺ=`
      return text
    }
    const options = Array.from({ length: 26 }, (_, position) => ({
      text: words(4_000),
      isCorrect: position === 0,
    }))
    const { status, body } = await bulk([questionRow({ content: words(20_000), options })])
    expect([status, body.data?.success]).toEqual([200, 1])
  })

  test('explains why an import has no valid rows', async () => {
    const { body } = await bulk([{ title: 'x' }])
    expect(body.message).toBe('Failed to import questions: Question 1: title and content are required')
  })

  test('imports a thousand rows while serving other requests', async () => {
    const rows = Array.from({ length: 1_000 }, (_, index) => questionRow({ topic: `Topic ${index % 30}` }))
    const order: string[] = []
    const importing = bulk(rows).finally(() => order.push('imported'))
    const { status } = await service.call('GET /api/categories')
    order.push('read')
    expect(status).toBe(200)
    expect((await importing).body.data).toMatchObject({ success: 1_000, failed: 0 })
    expect(order).toEqual(['read', 'imported'])
  })
})

describe('importing a file', () => {
  const markdown = (title: string) => `# Closures

1. ${title}

What does this print?

\`\`\`js

console.log(1)
\`\`\`

- A: one
- B: two [correct]

Explanation: Because.
`
  const form = (
    content: string | Uint8Array<ArrayBuffer>,
    name: string,
    fields: Record<string, string> = {},
  ) => {
    const body = new FormData()
    for (const [key, value] of Object.entries(fields)) body.set(key, value)
    body.set('file', new Blob([content]), name)
    return service.call<Reply>('POST /api/questions/import', { as: 'admin', body })
  }
  const json = (body: object, headers = {}) =>
    service.call<Reply>('POST /api/questions/import', { as: 'admin', body, headers })

  test('accepts Markdown as a form, into a section', async () => {
    const { status, body } = await form(markdown(randomUUID()), 'closures.md', { sectionId: 'Deep dives' })
    expect(body.message).toBe('1 questions added successfully! 0 failed.')
    expect(status).toBe(200)
    expect(body.data.format).toBe('markdown')
    expect(await read(body.data.results[0]?.id)).toMatchObject({
      correctAnswers: ['b'],
      sectionId: 'deep-dives',
      learningPath: 'deep-dives',
      category: 'Deep dives',
    })
  })

  test('into a new section doesn’t add to another one whose id its name would give', async () => {
    const ids = []
    for (const sectionId of ['Deno.js', 'Deno JS', 'Deno/JS']) {
      const { body } = await form(markdown(randomUUID()), 'deno.md', { sectionId })
      const question = await read(body.data.results[0]?.id)
      expect(question).toMatchObject({ category: sectionId })
      ids.push([question.sectionId, question.learningPath, question.category].join())
    }
    expect(new Set(ids).size).toBe(3)
    expect(new Set(ids.map((id) => id.split(',')[0])).size).toBe(3)
  })

  test('accepts text in JSON, first as a dry run, then for real', async () => {
    const content = markdown(randomUUID())
    expect((await json({ content, dryRun: true })).body.data).toMatchObject({ success: 1, dryRun: true })
    expect((await json({ content })).body.data).toMatchObject({ success: 1 })
    expect((await json({ content })).body.data).toMatchObject({ success: 0, skipped: 1 })
    expect((await form(content, 'x.md', { dryRun: 'true', onDuplicate: 'add' })).body.data).toMatchObject({
      success: 1,
      dryRun: true,
    })
  })

  test('reports errors in JSON with line numbers', async () => {
    const content = `[\n${JSON.stringify(questionRow())},\n{"title": "no"}\n]`
    const { body } = await form(content, 'questions.json')
    expect(body.data).toMatchObject({
      success: 1,
      errors: [{ index: 1, line: 3, title: 'no' }],
      format: 'json',
    })
  })

  test('decodes a legacy Windows encoding', async () => {
    const utf16 = Buffer.from(`\ufeff${markdown(randomUUID()).replaceAll('\n', '\r\n')}`, 'utf16le')
    expect((await form(new Uint8Array(utf16), 'x.md')).body.data).toMatchObject({ success: 1 })
  })

  test.each([
    [{ content: '{"a": 1}', format: 'json' }, 400, 'unreadable_source'],
    [{ content: '[{', format: 'json' }, 400, 'unreadable_source'],
    [{ content: 'Nothing to see.', format: 'markdown' }, 400, 'unreadable_source'],
    [{ content: 'x', format: 'docx' }, 400, 'invalid_request'],
    [{}, 400, 'invalid_request'],
  ])('rejects %j', async (body, status, code) => {
    expect(await json(body)).toMatchObject({ status, body: { code } })
  })

  test('decodes UTF-16 without a byte order mark', async () => {
    const utf16 = Buffer.from(markdown(randomUUID()), 'utf16le')
    expect((await form(new Uint8Array(utf16), 'x.md')).body.data).toMatchObject({ success: 1 })
  })

  test('decodes a file in the encoding that the form names, and asks for one instead of guessing', async () => {
    const id = randomUUID()
    // ما in Windows-1256.
    const bytes = new Uint8Array(Buffer.from(markdown(id).replace('one', '\u00e3\u00c7'), 'latin1'))
    const asked = await form(bytes, 'x.md')
    expect(asked).toMatchObject({ status: 400, body: { code: 'unreadable_source' } })
    expect(asked.body.error).toMatch(/^The file is not text in UTF-8\. .*"encoding".*windows-1256/)
    const { body } = await form(bytes, 'x.md', { encoding: 'windows-1256' })
    expect((await read(body.data.results[0]?.id)).options.map(({ text }) => text)).toContain('ما')
    expect(await form(bytes, 'x.md', { encoding: 'utf-16le' })).toMatchObject({ status: 400 })
    expect(await form(markdown(id), 'x.md', { encoding: 'klingon' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })

  test.each([
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=x', 'nonsense'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    ],
    ['multipart/form-data; boundary=x', ''],
  ])('rejects a malformed form: %s %j', async (type, body) => {
    const headers = { 'content-type': type }
    const reply = await service.call('POST /api/questions/import', { as: 'admin', body, headers })
    expect(reply.status).toBe(400)
  })

  test('rejects a missing or too large file', async () => {
    const empty = new FormData()
    empty.set('format', 'json')
    const missing = await service.call('POST /api/questions/import', { as: 'admin', body: empty })
    expect(missing).toMatchObject({ status: 400, body: { code: 'file_required' } })
    const large = await form(new Uint8Array(21 * 1024 * 1024), 'x.md')
    expect(large).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
  })
})
