import { expect, test } from 'vitest'
import type { ShippedQuestion } from './read-content.ts'
import { formOf } from './report.ts'

const question = (right: number, texts: readonly string[]): ShippedQuestion =>
  ({
    options: texts.map((text, position) => ({ id: `${position}`, text, isCorrect: position === right })),
  }) as unknown as ShippedQuestion

test('reports the positions and lengths of correct options', () => {
  const form = formOf([
    question(0, ['long one', 'b', 'c', 'd']),
    question(1, ['aaaa', 'b', 'c', 'd']),
    question(1, ['a', 'b']),
  ])
  expect(form).toEqual({
    questions: 2,
    positions: [50, 50, 0, 0],
    rightIsLongest: 50,
    letters: { right: 5, wrong: 2 },
  })
})

test('is zero without questions', () => {
  expect(formOf([]).rightIsLongest).toBe(0)
})
