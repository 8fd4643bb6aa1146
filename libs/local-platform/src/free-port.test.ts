import { expect, test } from 'vitest'
import { freePorts } from './free-port.ts'

test('free ports differ, and no outgoing connection takes one before its server starts', async () => {
  const ports = await freePorts(50)
  expect(new Set(ports).size).toBe(50)
  // Linux gives outgoing connections ports from 32768, other systems higher ones.
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
