import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  libraryRevised,
  librarySubjects,
  type PublicQuestion,
  type Question,
  type QuestionWords,
} from '@rehearse/contracts'
import { temporaryFolder } from '@rehearse/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { refused } from '../testing/questions-service.ts'

const english = `## 1. Sum of two strings

What is logged?

- [ ] A: 3
- [x] B: 12

Id: sum

Explanation: One string is enough.
`
const arabic = `## 1. جمع سلسلتين

ماذا يُطبع؟

- [ ] A: 3
- [x] B: 12

Id: sum

Explanation: تكفي سلسلة واحدة.
`

let service: FilledService
let removeFolder: () => Promise<void>
beforeAll(async () => {
  const folder = await temporaryFolder()
  removeFolder = folder.remove
  const files = { 'questions/javascript/sums.md': english, 'translations/ar/javascript/sums.md': arabic }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true })
    await writeFile(join(folder.path, path), text)
  }
  service = await startFilledService('question_translations', { contentDir: folder.path })
})
afterAll(async () => {
  await service.close()
  await removeFolder()
})

const as = 'admin' as const
interface Detail {
  version: number
  state: string
  original: QuestionWords
  translated: { original: QuestionWords; words: QuestionWords; changedAt: string | null } | null
}
const path = (id: string) => `${unified}/${id}/translations/ar`
const read = async (id: string) => (await service.call<{ data: Detail }>(`GET ${path(id)}`, { as })).body.data
const save = (id: string, body: object) => service.call(`PUT ${path(id)}`, { as, body })
const shown = async (id: string, query = 'language=ar') =>
  (await service.call<{ data: PublicQuestion }>(`GET ${unified}/${id}?${query}`)).body.data
const edit = (id: string, body: object) => service.call(`PUT ${unified}/${id}`, { as, body })
const listed = async (state: string, after?: number) =>
  (
    await service.call<{ data: { id: string; state: string }[]; next: number | null }>(
      `GET /api/admin/translations?language=ar&state=${state}${after ? `&after=${after}` : ''}`,
      { as },
    )
  ).body
const shippedId = async () => {
  const { body } = await service.call<{ data: Question[] }>(`GET ${unified}?pageSize=50`, { as })
  return body.data.find(({ title }) => title.startsWith('Sum of two'))?.id ?? ''
}

const words = ({ options, version }: Pick<Question, 'options' | 'version'>, title = 'عنوان') => ({
  ...{ version, title, content: 'نص', explanation: 'شرح' },
  options: options.map(({ id }) => ({ id, text: `خيار ${id}` })),
})

test('a saved translation is shown, with the key of the original', async () => {
  const question = await service.create()
  expect(await read(question.id)).toMatchObject({ state: 'missing', translated: null })
  expect((await listed('missing')).data.map(({ id }) => id)).toContain(question.id)
  expect((await save(question.id, words(question))).status).toBe(200)

  expect(await shown(question.id)).toMatchObject({ language: 'ar', title: 'عنوان', content: 'نص' })
  expect((await shown(question.id)).options.map(({ text }) => text)).toContain('خيار a')
  expect(await shown(question.id, 'language=fr')).toMatchObject({ title: question.title })
  const all = await service.call<{ data: PublicQuestion[] }>(`GET ${unified}?language=ar&pageSize=50`)
  expect(all.body.data.find(({ id }) => id === question.id)).toMatchObject({ title: 'عنوان' })
  const body = { selectedOptionIds: question.correctAnswers }
  const { body: checked } = await service.call(`POST ${unified}/${question.id}/check?language=ar`, { body })
  expect(checked).toMatchObject({ result: { isCorrect: true, explanation: 'شرح' } })
  expect((await listed('translated')).data.map(({ id }) => id)).toContain(question.id)
  expect((await listed('missing')).data.map(({ id }) => id)).not.toContain(question.id)
})

test('an edit of the original makes it stale: learners see the original, admins what changed', async () => {
  const question = await service.create()
  await save(question.id, words(question))
  await edit(question.id, { explanation: 'Because of the tag.' })
  expect(await shown(question.id)).toMatchObject({ title: question.title })
  const detail = await read(question.id)
  expect(detail).toMatchObject({
    state: 'stale',
    original: { explanation: 'Because of the tag.' },
    translated: { original: { explanation: question.explanation }, words: { title: 'عنوان' } },
  })
  expect((await listed('stale')).data.map(({ id }) => id)).toContain(question.id)

  expect(await save(question.id, words(question))).toMatchObject(refused(409, 'question_changed'))
  expect((await save(question.id, words({ ...question, version: 2 }, 'جديد'))).status).toBe(200)
  expect(await shown(question.id)).toMatchObject({ title: 'جديد' })
  // Points and tags are no text.
  await edit(question.id, { points: 7 })
  expect(await shown(question.id)).toMatchObject({ title: 'جديد' })
})

test('the pairs of a matching question are translated; an answer is graded by the same ids', async () => {
  const answer = {
    kind: 'pairs',
    pairs: [
      { id: 'a', left: '`map`', right: 'a new array' },
      { id: 'b', left: '`forEach`', right: 'nothing' },
    ],
    extra: ['a number'],
  }
  const question = await service.create({ type: 'matching', options: [], answer } as never)
  const whole = {
    ...words(question),
    pairs: [
      { id: 'a', left: '`map` تُعيد', right: 'مصفوفة جديدة' },
      { id: 'b', left: '`forEach` تُعيد', right: 'لا شيء' },
    ],
    extra: ['عددًا'],
  }
  expect((await read(question.id)).original).toMatchObject({ pairs: answer.pairs, extra: answer.extra })
  const [first, second] = whole.pairs
  for (const other of [
    { ...whole, pairs: undefined },
    { ...whole, pairs: [second, first] },
    { ...whole, extra: [] },
    { ...whole, pairs: [first, { ...second, right: first?.right }] },
  ]) {
    expect(await save(question.id, other)).toMatchObject(refused(400, 'invalid_translation'))
  }
  expect((await save(question.id, whole)).status).toBe(200)

  const { prompt } = await shown(question.id)
  if (prompt?.kind !== 'pairs') throw new Error('It has no pairs')
  expect(prompt.left.map(({ text }) => text)).toEqual(whole.pairs.map(({ left }) => left))
  expect(prompt.right.map(({ text }) => text).sort()).toEqual(['عددًا', 'لا شيء', 'مصفوفة جديدة'])
  const chosen = whole.pairs.map(({ id, right }) => ({
    left: id,
    right: prompt.right.find(({ text }) => text === right)?.id,
  }))
  const body = { selectedOptionIds: [], response: { kind: 'pairs', pairs: chosen } }
  for (const language of ['ar', 'en']) {
    const path = `POST ${unified}/${question.id}/check?language=${language}`
    expect((await service.call(path, { body })).body).toMatchObject({ result: { isCorrect: true } })
  }
  const pairs = answer.pairs.map((pair) => ({ ...pair, left: `${pair.left}()` }))
  await edit(question.id, { answer: { ...answer, pairs } })
  expect(await read(question.id)).toMatchObject({ state: 'stale' })
})

test('a shipped translation counts, is found when its original was edited, and can be replaced', async () => {
  const id = await shippedId()
  expect(await read(id)).toMatchObject({ state: 'translated', translated: { changedAt: null } })
  const { version } = await read(id)
  const options = [{ id: 'a' }, { id: 'b' }] as Question['options']
  await save(id, words({ options, version }, 'بدلًا منها'))
  expect(await shown(id)).toMatchObject({ title: 'بدلًا منها' })
  expect((await service.call(`DELETE ${path(id)}`, { as })).status).toBe(200)
  expect(await shown(id)).toMatchObject({ title: 'جمع سلسلتين' })
  expect(await service.call(`DELETE ${path(id)}`, { as })).toMatchObject(
    refused(404, 'translation_not_found'),
  )

  await edit(id, { title: 'Sum of two strings and numbers' })
  expect(await shown(id)).toMatchObject({ title: 'Sum of two strings and numbers' })
  expect(await read(id)).toMatchObject({
    state: 'stale',
    translated: { original: { title: 'Sum of two strings' }, words: { title: 'جمع سلسلتين' } },
  })
})

test('lists every missing translation once, page by page', async () => {
  const made = new Set<string>()
  for (let n = 0; n < 25; n += 1) made.add((await service.create()).id)
  const seen: string[] = []
  let after: number | null | undefined
  do {
    const page: Awaited<ReturnType<typeof listed>> = await listed('missing', after ?? undefined)
    seen.push(...page.data.map(({ id }) => id))
    after = page.next
  } while (after !== null)
  expect(new Set(seen).size).toBe(seen.length)
  expect([...made].every((id) => seen.includes(id))).toBe(true)
})

test('publishes a change, since caches have the texts from before', async () => {
  const question = await service.create()
  const connection = await service.nats.connection
  const news = connection.subscribe(librarySubjects.revised, { max: 1 })
  await connection.flush()
  await save(question.id, words(question))
  for await (const message of news) {
    expect(libraryRevised.parse(message.json()).data).toEqual({
      kind: 'translations',
      entryIds: [question.id],
    })
  }
})

test('rejects other options, English, and unknown questions', async () => {
  const question = await service.create()
  const other = { ...words(question), options: [{ id: 'z', text: 'x' }] }
  expect(await save(question.id, other)).toMatchObject(refused(400, 'invalid_translation'))
  expect((await service.call(`GET ${unified}/${question.id}/translations/en`, { as })).status).toBe(400)
  expect((await save('8d5229c8-16de-4b2d-98c4-df2164f3c7b4', words(question))).status).toBe(404)
  expect(
    (await service.call(`PUT ${path(question.id)}`, { as: 'reviewer', body: words(question) })).status,
  ).toBe(403)
})
