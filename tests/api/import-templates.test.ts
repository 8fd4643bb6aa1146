import type { ImportResult } from '@rehearse/contracts'
import { expect, inject, test } from 'vitest'
import { superAdmin } from '../support/client.ts'

const { url } = inject('platform')

/** The templates that the admin pages offer. */
const templates = [
  ['json', 'bulk-questions-template.json'],
  ['markdown', 'questions-template.md'],
  ['gift', 'questions-template.gift'],
  ['aiken', 'questions-template.aiken'],
  ['moodle-xml', 'questions-template.xml'],
] as const

test.each(templates)('the %s template can be imported unchanged', async (format, name) => {
  const content = await (await fetch(`${url}/templates/${name}`)).text()
  const asAdmin = await superAdmin()
  const rehearse = (fileName?: string) =>
    asAdmin<{ data: ImportResult }>('/api/questions/import', {
      body: { content, ...(fileName && { fileName }), dryRun: true, onDuplicate: 'add' },
    })
  const { data } = (await rehearse(name)).body
  expect(data).toMatchObject({ format, failed: 0, errors: [], warnings: [] })
  expect(data.success).toBeGreaterThan(0)
  // Pasted text has no file name, but its format is still detected.
  expect((await rehearse()).body.data).toMatchObject({ format, success: data.success })
})
