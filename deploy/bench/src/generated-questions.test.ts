import { expect, test } from 'vitest'
import { generatedQuestion, planted } from './generated-questions.ts'

const texts = Array.from({ length: 5_000 }, (_, number) => JSON.stringify(generatedQuestion(number)))

test('the same question for the same number, another for another', () => {
  expect(JSON.stringify(generatedQuestion(7))).toBe(texts[7])
  expect(new Set(texts).size).toBe(texts.length)
})

test.each(Object.values(planted))('$text is in $share of them', ({ text, share }) => {
  const held = texts.filter((question) => question.includes(text)).length / texts.length
  // Four standard deviations.
  expect(Math.abs(held - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / texts.length) + 1e-9)
})
