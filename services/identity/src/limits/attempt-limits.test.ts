import { expect, test } from 'vitest'
import { networkOf } from './attempt-limits.ts'

test.each([
  ['203.0.113.57', '203.0.113.57'],
  ['::ffff:203.0.113.57', '203.0.113.57'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:0db8:0001:2:ffff::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
