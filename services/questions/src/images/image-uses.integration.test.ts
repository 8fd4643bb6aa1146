import { imageUsesReply, imageUsesSubject } from '@rehearse/contracts'
import { ask } from '@rehearse/service-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filledBank, planOf } from '../testing/bank-database.ts'
import { type FilledService, startFilledService, unified } from '../testing/filled-service.ts'
import { questionRow } from '../testing/question-body.ts'
import { imageUsesOf } from './repository.ts'

let service: FilledService
beforeAll(async () => {
  service = await startFilledService('image_uses')
})
afterAll(() => service.close())

let seed = 0
const newImage = () => `${String(seed++).padStart(32, '0')}-40x30.webp`
const markdown = (id: string) => `Look: ![a shape](/api/images/${id}) and more`
const usesOf = async (...ids: string[]) =>
  imageUsesReply.parse(await ask(service.nats, imageUsesSubject, { ids }, 60_000)).uses

test('finds the images of a question: in its content, explanation, options and feedback', async () => {
  const [inContent, inExplanation, inOption, inFeedback, unused] = [1, 2, 3, 4, 5].map(newImage) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const { id, title } = await service.create({
    content: markdown(inContent),
    explanation: markdown(inExplanation),
    options: [
      { id: 'a', text: markdown(inOption), isCorrect: true },
      { id: 'b', text: 'no', isCorrect: false, feedback: markdown(inFeedback) },
    ],
  })
  const use = { places: [{ kind: 'question', id, title }], total: 1 }
  expect(await usesOf(inContent, inExplanation, inOption, inFeedback, unused)).toEqual({
    [inContent]: use,
    [inExplanation]: use,
    [inOption]: use,
    [inFeedback]: use,
  })
  const as = 'admin' as const
  await service.call(`DELETE ${unified}/${id}`, { as })
  expect(await usesOf(inContent)).toEqual({})
  await service.call(`POST ${unified}/${id}/restore`, { as })
  expect(await usesOf(inContent)).toEqual({ [inContent]: use })
})

test('finds those of lessons and library entries, counts all places and names the first ten', async () => {
  const image = newImage()
  const as = 'admin' as const
  const article = {
    title: 'The event loop',
    summary: 'One sentence.',
    body: markdown(image),
    category: 'JavaScript',
    difficulty: 'beginner',
    readingTime: 3,
    tags: ['one'],
  }
  await service.call('POST /api/articles', { as, body: article })
  await service.create({ content: markdown(image) })
  for (let count = 0; count < 11; count += 1) await service.create({ content: `${count} ${markdown(image)}` })
  const { [image]: uses } = await usesOf(image)
  expect(uses?.total).toBe(13)
  expect(uses?.places.filter(({ kind }) => kind === 'question')).toHaveLength(10)
  expect(uses?.places.at(-1)).toMatchObject({ kind: 'articles', title: 'The event loop' })
})

test('looks up an image by index, whatever the size of the bank', async () => {
  const rows = Array.from({ length: 500 }, (_, row) => questionRow({ content: markdown(`${row}`) }))
  const db = await filledBank('image_use_plans', rows)
  expect(await planOf(db, imageUsesOf([newImage()]))).toContain('question_by_image')
})
