import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTraceparent, takeTraceparent, toTraceparent, traceIdOf } from './request-context.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

describe('a received traceparent', () => {
  test('is parsed as specified', () => {
    expect(parseTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, flags: 1 })
  })

  test('of a later version is read as far as version 00 defines it', () => {
    expect(takeTraceparent(`cc-${traceId}-${spanId}-03-what-comes-later`)).toBe(`00-${traceId}-${spanId}-03`)
  })

  test.each([
    ['undefined', undefined],
    ['an empty header', ''],
    ['two headers', [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]],
    ['two in one header', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
    ['an extra field', `00-${traceId}-${spanId}-01-more`],
    ['a trailing hyphen', `00-${traceId}-${spanId}-01-`],
    ['the invalid version ff', `ff-${traceId}-${spanId}-01`],
    ['uppercase', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['an all-zero trace id', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['an all-zero span id', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['a short trace id', `00-${traceId.slice(1)}-${spanId}-01`],
    ['leading white space', ` 00-${traceId}-${spanId}-01`],
    ['a trailing line break', `00-${traceId}-${spanId}-01\n`],
  ])('is ignored if invalid: %s', (_what, given) => {
    expect(takeTraceparent(given)).toBeUndefined()
  })

  test('is always passed on in a valid form', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/)),
        (given) => {
          const taken = takeTraceparent(given)
          if (taken !== undefined) expect(taken).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/)
        },
      ),
    )
    fc.assert(
      fc.property(fc.stringMatching(/^00-[\da-f]{31}1-[\da-f]{15}1-[\da-f]{2}$/), (given) => {
        const parent = parseTraceparent(given)
        expect(parent && toTraceparent(parent)).toBe(given)
      }),
    )
  })
})

describe('the trace id of a context', () => {
  test('is that of its trace', () => {
    const context = { requestId: 'r', correlationId: 'c', traceparent: `00-${traceId}-${spanId}-01` }
    expect(traceIdOf(context)).toBe(traceId)
  })

  test('is the correlation id without a trace', () => {
    const correlationId = '0af76519-16cd-43dd-8448-eb211c80319c'
    expect(traceIdOf({ requestId: 'r', correlationId })).toBe(traceId)
    expect(traceIdOf({ requestId: 'r', correlationId: 'no-uuid-at-all' })).toBeUndefined()
  })
})
