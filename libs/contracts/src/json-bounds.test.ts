import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JSON_DEPTH_MAX } from './constants.ts'
import { countArrayElements, JsonBounds, type JsonLimits, parseJson } from './json-bounds.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner)))
    : 0

function codeOf(text: string, limits?: JsonLimits, pieces = 1): string | null {
  const bytes = new TextEncoder().encode(text)
  const bounds = new JsonBounds(limits)
  const length = Math.ceil(bytes.length / pieces)
  try {
    for (let at = 0; at < bytes.length; at += length) bounds.check(bytes.subarray(at, at + length))
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the depth of a JSON text', () => {
  test('is limited to 64 levels', () => {
    expect(JSON_DEPTH_MAX).toBe(64)
    expect(codeOf(nested(64))).toBeNull()
    expect(codeOf(nested(65))).toBe('too_deep')
    expect(codeOf('{"a":'.repeat(65))).toBe('too_deep')
    expect(codeOf('[{"a":'.repeat(33))).toBe('too_deep')
  })

  test('ignores brackets in strings, and counts those after them', () => {
    expect(codeOf(JSON.stringify(['['.repeat(1_000), '"[[', '\\', '\\"[[[['.repeat(100)]))).toBeNull()
    expect(codeOf(`["\\\\",${nested(64)}]`)).toBe('too_deep')
    expect(codeOf(`["\\"",${nested(64)}]`)).toBe('too_deep')
  })

  test('equals that of the parsed value, however the text is split into chunks', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 12 }), fc.integer({ min: 1, max: 50 }), (text, pieces) => {
        const depth = depthOf(JSON.parse(text))
        expect(codeOf(text, { depth }, pieces)).toBeNull()
        if (depth > 0) expect(codeOf(text, { depth: depth - 1 }, pieces)).toBe('too_deep')
      }),
    )
  })
})

describe('the values of a JSON text', () => {
  test('are limited, wherever they are', () => {
    expect(codeOf(JSON.stringify(Array(98).fill(0)), { values: 100 })).toBeNull()
    expect(codeOf(JSON.stringify(Array(100).fill(0)), { values: 100 })).toBe('too_many_values')
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`key${at}`, 0]))
    expect(codeOf(JSON.stringify(wide))).toBe('too_many_values')
  })

  test('are counted exactly', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, inner) => sum + count(inner), 1)
        : 1
    fc.assert(
      fc.property(fc.json(), (text) => {
        const values = count(JSON.parse(text))
        if (values > 1) expect(codeOf(text, { values: values - 1 })).toBe('too_many_values')
        expect(codeOf(text, { values: values * 2 })).toBeNull()
      }),
    )
  })
})

test("parses a text within limits, and doesn't parse any other", () => {
  expect(parseJson('{"a":[1,"ü"]}')).toEqual({ a: [1, 'ü'] })
  expect(() => parseJson(nested(65))).toThrow(expect.objectContaining({ code: 'too_deep' }))
  expect(() => parseJson('{')).toThrow(SyntaxError)
})

const count = (text: string) => countArrayElements(Buffer.from(text))

describe('elements of the arrays in a body', () => {
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

  test('are never counted as fewer than a parser finds, however the body is written', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.nat(3), (answers, other, indent) => {
        expect(count(JSON.stringify({ answers, note: 'of [one, two]' }, null, indent))).toBe(answers.length)
        expect(count(JSON.stringify({ other, answers }, null, indent))).toBeGreaterThanOrEqual(answers.length)
      }),
    )
  })
})
