import { expect, test } from 'vitest'
import { generatedQuestion, planted } from './generated-questions.ts'

const texts = Array.from({ length: 5_000 }, (_, number) => JSON.stringify(generatedQuestion(number)))

test('the same number gives the same question, and another a different one', () => {
  expect(JSON.stringify(generatedQuestion(7))).toBe(texts[7])
  expect(new Set(texts).size).toBe(texts.length)
})

test.each(Object.values(planted))('$share of them contain $text', ({ text, share }) => {
  const held = texts.filter((question) => question.includes(text)).length / texts.length
  // Four standard deviations.
  expect(Math.abs(held - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / texts.length) + 1e-9)
})
