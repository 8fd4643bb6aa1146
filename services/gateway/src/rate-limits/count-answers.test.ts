import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countAnswers } from './rate-limits.ts'

const count = (text: string) => countAnswers(Buffer.from(text))

describe('the answers of a batch', () => {
  test.each([
    ['{"answers":[]}', 0],
    ['{"answers":[ ]}', 0],
    ['{"answers":[{}]}', 1],
    ['{"answers":[{"selectedOptionIds":["a","b"],"more":{"x":[1,2]}},{"answerId":"2"}]}', 2],
    ['{"answers":[1,"two",null,[4,5],{}]}', 5],
    ['{"\\u0061nswers":[{},{}]}', 2],
    ['{"answers":["],[,{","\\"],","\\\\"]}', 3],
    ['{"answers":[{}],"answers":[{},{},{}]}', 4],
    ['{"other":{"a":1,"b":2},"answers":[{}]}', 1],
    ['[{},{}]', 0],
    ['{"answers":[{},{"unterminated', 2],
    ['', 0],
  ])('of %s are %i', (text, answers) => {
    expect(count(text)).toBe(answers)
  })

  test('are never fewer than a parser finds, however the body is written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.nat(3), (answers, other, indent) => {
        expect(count(JSON.stringify({ answers, note: 'of [one, two]' }, null, indent))).toBe(answers.length)
        expect(count(JSON.stringify({ other, answers }, null, indent))).toBeGreaterThanOrEqual(answers.length)
      }),
    )
  })
})
