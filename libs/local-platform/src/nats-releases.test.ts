import { expect, test } from 'vitest'
import { isNewEnough } from './find-nats-server.ts'

test.each([
  ['nats-server: v2.9.10', true],
  ['nats-server: v2.11.9', true],
  ['nats-server: v3.0.0', true],
  ['nats-server: v2.8.4', false],
  ['nats-server: v1.9.0', false],
  ['something else', false],
])('%s is new enough: %s', (printed, expected) => {
  expect(isNewEnough(printed)).toBe(expected)
})
