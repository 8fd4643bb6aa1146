import { randomUUID } from 'node:crypto'
import type { ImportBatch, ImportResult, ImportUndo } from '@rehearse/contracts'
import { parseQuestions } from '@rehearse/question-formats'
import { expect, test } from 'vitest'
import { superAdmin } from '../support/client.ts'

const gift = (name: string) => `// A file as teachers have it.
$CATEGORY: ${name}/Below

::${name} one::What is {=right#Yes ~wrong####Because.}

::${name} two::A single pair {=a -> b}

::${name} three::True?{T}
`

test('a GIFT file is imported, listed, exported as Moodle XML, and undone', async () => {
  const admin = await superAdmin()
  const name = `Imported ${randomUUID()}`
  const batchId = randomUUID()
  const body = { content: gift(name), batchId }
  const first = await admin<{ data: ImportResult; message: string }>('/api/questions/import', { body })
  expect(first).toMatchObject({
    status: 200,
    body: {
      message: '2 questions added successfully! 1 failed.',
      data: { format: 'gift', batchId, errors: [{ index: 1, line: 6 }] },
    },
  })
  expect((await admin('/api/questions/import', { body })).body).toEqual(first.body)
  const seen = await admin<{ data: ImportBatch }>(`/api/questions/imports/${batchId}`)
  expect(seen.body.data).toMatchObject({ state: 'done', success: 2, failed: 1 })
  const list = await admin<{ data: ImportBatch[] }>('/api/questions/imports?pageSize=50')
  expect(list.body.data.map((one) => one.batchId)).toContain(batchId)

  const query = `category=${encodeURIComponent(name)}&format=moodle-xml`
  const file = await admin<string>(`/api/questions/export?${query}`)
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="questions-.*\.xml"$/)
  const { questions } = parseQuestions(file.body, 'moodle-xml')
  expect(questions.map(({ row }) => [row.title, row.category, row.subcategory])).toEqual([
    [`${name} one`, name, 'Below'],
    [`${name} three`, name, 'Below'],
  ])

  const method = 'DELETE'
  const undone = await admin<{ data: ImportUndo }>(`/api/questions/imports/${batchId}`, { method })
  expect(undone.body.data).toEqual({ batchId, removed: 2, reverted: 0, kept: [] })
  expect((await admin(`/api/questions/imports/${batchId}`, { method })).body).toEqual(undone.body)
})
