import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PublicQuestion } from '@rehearse/contracts'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'

const english = `## 1. Sum of two strings

What is logged?

- [ ] A: \`3\`
  > Strings are joined.
- [x] B: \`12\`

Id: sum

Explanation: One string is enough.

## 2. Only in English

- [x] A: Yes
- [ ] B: No

Id: only
`
const arabic = `## 1. جمع سلسلتين

ماذا يُطبع؟

- [ ] A: \`3\`
  > تُوصل السلاسل النصية.
- [x] B: \`12\`

Id: sum

Explanation: تكفي سلسلة واحدة.

## 2. بالعربية

- [x] A: نعم
- [ ] B: لا

Id: only
`
const files = {
  'questions/javascript/sums.md': english,
  'translations/ar/javascript/sums.md': arabic,
  'questions/javascript/other.md': english
    .replaceAll(/Sum of|Only in/g, 'Other')
    .replaceAll('Id: ', 'Id: other-'),
  'translations/ar/javascript/other.md': arabic,
}

let service: FilledService
let removeFolder: () => Promise<void>
beforeAll(async () => {
  const folder = await temporaryFolder()
  removeFolder = folder.remove
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), text)
  }
  service = await startFilledService('question_language', { contentDir: folder.path })
})
afterAll(async () => {
  await service.close()
  await removeFolder()
})

const all = async (query: string) =>
  (await service.call<{ data: PublicQuestion[] }>(`GET ${unified}?pageSize=50&${query}`)).body.data
const idOf = async (title: string) => (await all('')).find((one) => one.title === title)?.id ?? ''
const read = async (id: string, query: string, as: 'visitor' | 'learner' = 'visitor') =>
  (await service.call<{ data: PublicQuestion }>(`GET ${unified}/${id}?${query}`, { as })).body.data

test('returns a question in the requested language, and names the language', async () => {
  const id = await idOf('Sum of two strings')
  expect((await all('language=ar')).find((one) => one.id === id)).toMatchObject({
    language: 'ar',
    title: 'جمع سلسلتين',
    content: 'ماذا يُطبع؟',
  })
  expect(await read(id, 'language=ar&include=answers', 'learner')).toMatchObject({
    language: 'ar',
    options: [
      { id: 'a', text: '`3`', isCorrect: false, feedback: 'تُوصل السلاسل النصية.' },
      { id: 'b', text: '`12`', isCorrect: true },
    ],
    correctAnswers: ['b'],
    explanation: 'تكفي سلسلة واحدة.',
  })
  const body = { selectedOptionIds: ['b'] }
  const { body: checked } = await service.call(`POST ${unified}/${id}/check?language=ar`, { body })
  expect(checked).toMatchObject({ result: { isCorrect: true, explanation: 'تكفي سلسلة واحدة.' } })
})

test('returns the original if no language is requested or no translation exists', async () => {
  const id = await idOf('Sum of two strings')
  for (const query of ['', 'language=en', 'language=fr']) {
    const question = await read(id, query)
    expect(question.title).toBe('Sum of two strings')
    expect(question).not.toHaveProperty('language')
  }
  expect(await service.call(`GET ${unified}/${id}?language=Klingon`)).toMatchObject({ status: 400 })
})

test('returns an edited question as edited', async () => {
  const id = await idOf('Only in English')
  expect(await read(id, 'language=ar')).toMatchObject({ title: 'بالعربية' })
  const edit = { as: 'admin' as const, body: { explanation: 'It is another answer now.' } }
  expect((await service.call(`PUT ${unified}/${id}`, edit)).status).toBe(200)
  expect(await read(id, 'language=ar')).toMatchObject({ title: 'Only in English' })
})

test("ignores translations of questions whose original doesn't exist", async () => {
  const id = await idOf('Other two strings')
  expect(id).not.toBe('')
  expect(await read(id, 'language=ar')).toMatchObject({ title: 'Other two strings' })
})
