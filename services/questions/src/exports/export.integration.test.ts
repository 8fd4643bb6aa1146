import { type ExportReport, type ImportResult, questionFormat } from '@rehearse/contracts'
import { parseQuestions } from '@rehearse/question-formats'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FilledService, startFilledService } from '../testing/filled-service.ts'
import { questionRow } from '../testing/question-body.ts'

let service: FilledService
/** More rows than three batches from the database. */
const count = 301

beforeAll(async () => {
  service = await startFilledService('questions_export')
  const questions = Array.from({ length: count }, (_, index) =>
    questionRow({
      title: `Exported ${index}`,
      category: 'Exports',
      points: 1 + (index % 100),
      isActive: index > 0,
    }),
  )
  await service.call('POST /api/questions/unified', { as: 'admin', body: { isBulkImport: true, questions } })
})
afterAll(() => service.close())

async function download(query: string, as: 'admin' | 'learner' | 'visitor' = 'admin') {
  return service.call(`GET /api/questions/export?${query}`, { as })
}

describe('GET /api/questions/export', () => {
  test.each([
    ['json', 'application/json; charset=utf-8', 'json'],
    ['markdown', 'text/markdown; charset=utf-8', 'md'],
    ['gift', 'text/plain; charset=utf-8', 'gift'],
    ['aiken', 'text/plain; charset=utf-8', 'aiken'],
    ['moodle-xml', 'application/xml; charset=utf-8', 'xml'],
  ])('returns a %s file that can be parsed again, complete and in order', async (format, type, extension) => {
    const reply = await download(`category=Exports&format=${format}`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe(type)
    expect(reply.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="questions-\\d{4}-\\d\\d-\\d\\d\\.${extension}"$`),
    )
    const { questions, errors } = parseQuestions(reply.text, questionFormat.parse(format))
    expect(errors).toEqual([])
    expect(questions).toHaveLength(count)
    if (format !== 'aiken') {
      expect(questions.map(({ row }) => row.title)).toEqual(
        Array.from({ length: count }, (_, index) => `Exported ${index}`),
      )
    }
  })

  test("contains the questions that match the list's filters, including inactive ones", async () => {
    const titles = async (query: string) =>
      parseQuestions((await download(query)).text, 'json').questions.map(({ row }) => row.title)
    expect(await titles('category=Exports&isActive=false')).toEqual(['Exported 0'])
    expect(await titles('search=exported 300')).toEqual(['Exported 300'])
    expect(await titles('category=Nowhere')).toEqual([])
    expect((await titles('')).length).toBe(count + 1)
  })

  test('can be imported again as the same questions', async () => {
    const { text } = await download('category=Exports')
    const body = { content: text, format: 'json' }
    const { data } = (
      await service.call<{ data: ImportResult }>('POST /api/questions/import', { as: 'admin', body })
    ).body
    expect(data).toMatchObject({ success: 0, failed: 0, skipped: count })
    const updated = { ...body, onDuplicate: 'update' }
    const again = await service.call<{ data: ImportResult }>('POST /api/questions/import', {
      as: 'admin',
      body: updated,
    })
    expect(again.body.data).toMatchObject({ success: 0, skipped: count })
  })

  test('has ids, so that an edited title is no new question', async () => {
    const { text } = await download('search=exported 300')
    const content = text.replace('Exported 300', 'Renamed 300')
    const body = { content, format: 'json', onDuplicate: 'update', dryRun: true }
    const reply = await service.call<{ data: ImportResult }>('POST /api/questions/import', {
      as: 'admin',
      body,
    })
    expect(reply.body.data).toMatchObject({ success: 1, updated: 1, failed: 0, skipped: 0 })
  })

  test('reports in advance what would be lost', async () => {
    await service.create({ category: 'General', type: 'open-ended', options: [] })
    const report = async (format: string) =>
      (
        await service.call<{ data: ExportReport }>(`GET /api/questions/export?report=true&format=${format}`, {
          as: 'admin',
        })
      ).body.data
    expect(await report('json')).toEqual({ questions: count + 2, leftOut: 0, losses: [] })
    const aiken = await report('aiken')
    expect(aiken).toMatchObject({ questions: count + 2, leftOut: 1 })
    expect(aiken.losses).toContainEqual({
      loss: 'title is changed',
      count: count + 1,
      examples: expect.objectContaining({ length: 5 }),
    })
    const gift = await report('gift')
    expect(gift.losses.map(({ loss }) => loss)).toContain('points is not kept')
  })

  test('requires an admin', async () => {
    expect((await download('', 'visitor')).status).toBe(401)
    expect((await download('', 'learner')).status).toBe(403)
    expect((await download('format=docx')).status).toBe(400)
  })
})
