import { randomUUID } from 'node:crypto'
import type { PublicQuestion, SearchCorrection, SearchMatch } from '@rehearse/contracts'
import { expect, test } from 'vitest'
import { newLearner, superAdmin, visitor } from '../support/client.ts'
import { newQuestion } from '../support/questions.ts'

interface Found {
  data: (PublicQuestion & { match: SearchMatch })[]
  corrections: SearchCorrection[]
}

/** Unique, since other tests fill the same bank. */
const word = randomUUID()
  .replaceAll('-', '')
  .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  .slice(0, 16)

async function find(search: string, call = visitor): Promise<Found> {
  const reply = await call<Found>(`/api/questions/unified/search?search=${encodeURIComponent(search)}`)
  expect(reply.status).toBe(200)
  return reply.body
}

// The questions service's own tests have the words, filters, pages and errors.
test('through the gateway, visitors and learners find a question, marked and without its key, only while it is approved', async () => {
  const question = await newQuestion({ title: `About ${word}`, approved: false })
  const address = `/api/questions/unified/${question.id}`
  const [learner, asAdmin] = [await newLearner(), await superAdmin()]
  for (const call of [visitor, learner.call]) {
    expect(await find(word, call)).toMatchObject({ data: [], corrections: [] })
  }
  expect((await find(word, asAdmin)).data).toMatchObject([{ id: question.id }])

  await asAdmin(address, { method: 'PUT', body: { approved: true } })
  for (const call of [visitor, learner.call]) {
    const { data } = await find(word, call)
    expect(data).toMatchObject([{ id: question.id }])
    expect(data[0]?.match.title.filter(({ marked }) => marked)).toEqual([{ text: word, marked: true }])
    expect(JSON.stringify(data)).not.toMatch(/isCorrect|correctAnswers|"explanation"/)
  }

  await asAdmin(address, { method: 'DELETE' })
  for (const call of [visitor, learner.call, asAdmin]) expect((await find(word, call)).data).toEqual([])
})
